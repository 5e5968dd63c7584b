/*
 * Licensed to the Apache Software Foundation (ASF) under one or more
 * contributor license agreements. See the NOTICE file distributed with
 * this work for additional information regarding copyright ownership.
 * The ASF licenses this file to You under the Apache License, Version 2.0
 * (the "License"); you may not use this file except in compliance with
 * the License. You may obtain a copy of the License at
 *
 *    http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package org.apache.kafka.server.group.share;

import org.apache.kafka.common.annotation.InterfaceStability;

import java.util.concurrent.CompletableFuture;

/**
 * This interface introduces methods which can be used by callers to interact with the
 * persistence implementation responsible for storing share group/partition states.
 * For KIP-932, the default {@link Persister} use a share coordinator which stores information in
 * an internal topic, but this interface allows for other variations as well.
 */
@InterfaceStability.Evolving
public interface Persister {
    /**
     * Initialize the share partition state.
     *
     * @param request Request parameters
     * @return A {@link CompletableFuture} that completes with the result.
     */
    CompletableFuture<InitializeShareGroupStateResult> initializeState(InitializeShareGroupStateParameters request) throws IllegalArgumentException;

    /**
     * Read share-partition state.
     *
     * @param request Request parameters
     * @return A {@link CompletableFuture} that completes with the result.
     */
    CompletableFuture<ReadShareGroupStateResult> readState(ReadShareGroupStateParameters request) throws IllegalArgumentException;

    /**
     * Write share-partition state.
     *
     * @param request Request parameters
     * @return A {@link CompletableFuture} that completes with the result.
     */
    CompletableFuture<WriteShareGroupStateResult> writeState(WriteShareGroupStateParameters request) throws IllegalArgumentException;

    /**
     * Delete share-partition state.
     *
     * @param request Request parameters
     * @return A {@link CompletableFuture} that completes with the result.
     */
    CompletableFuture<DeleteShareGroupStateResult> deleteState(DeleteShareGroupStateParameters request) throws IllegalArgumentException;

    /**
     * Read the offset information from share-partition state.
     *
     * @param request Request parameters
     * @return A {@link CompletableFuture} that completes with the result.
     */
    CompletableFuture<ReadShareGroupStateSummaryResult> readSummary(ReadShareGroupStateSummaryParameters request) throws IllegalArgumentException;

    /**
     * Perform cleanup and interrupt any threads
     */
    void stop();
}
