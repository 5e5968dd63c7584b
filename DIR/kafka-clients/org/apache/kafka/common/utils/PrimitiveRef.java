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
package org.apache.kafka.common.utils;

/**
 * Primitive reference used to pass primitive typed values as parameter-by-reference.
 *
 * This is cheaper than using Atomic references.
 */
public class PrimitiveRef {
    public static IntRef ofInt(int value) {
        return new IntRef(value);
    }

    public static LongRef ofLong(long value) {
        return new LongRef(value);
    }

    public static class IntRef {
        public int value;

        IntRef(int value) {
            this.value = value;
        }

        @Override
        public String toString() {
            return "IntRef(" + value + ")";
        }

    }

    public static class LongRef {
        public long value;

        LongRef(long value) {
            this.value = value;
        }

        @Override
        public String toString() {
            return "LongRef(" + value + ")";
        }
    }
}
