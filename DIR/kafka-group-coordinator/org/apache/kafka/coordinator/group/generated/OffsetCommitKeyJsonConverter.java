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

// THIS CODE IS AUTOMATICALLY GENERATED.  DO NOT EDIT.

package org.apache.kafka.coordinator.group.generated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.apache.kafka.common.protocol.MessageUtil;

import static org.apache.kafka.coordinator.group.generated.OffsetCommitKey.*;

public class OffsetCommitKeyJsonConverter {
    public static OffsetCommitKey read(JsonNode _node, short _version) {
        OffsetCommitKey _object = new OffsetCommitKey();
        JsonNode _groupNode = _node.get("group");
        if (_groupNode == null) {
            throw new RuntimeException("OffsetCommitKey: unable to locate field 'group', which is mandatory in version " + _version);
        } else {
            if (!_groupNode.isTextual()) {
                throw new RuntimeException("OffsetCommitKey expected a string type, but got " + _node.getNodeType());
            }
            _object.group = _groupNode.asText();
        }
        JsonNode _topicNode = _node.get("topic");
        if (_topicNode == null) {
            throw new RuntimeException("OffsetCommitKey: unable to locate field 'topic', which is mandatory in version " + _version);
        } else {
            if (!_topicNode.isTextual()) {
                throw new RuntimeException("OffsetCommitKey expected a string type, but got " + _node.getNodeType());
            }
            _object.topic = _topicNode.asText();
        }
        JsonNode _partitionNode = _node.get("partition");
        if (_partitionNode == null) {
            throw new RuntimeException("OffsetCommitKey: unable to locate field 'partition', which is mandatory in version " + _version);
        } else {
            _object.partition = MessageUtil.jsonNodeToInt(_partitionNode, "OffsetCommitKey");
        }
        return _object;
    }
    public static JsonNode write(OffsetCommitKey _object, short _version, boolean _serializeRecords) {
        ObjectNode _node = new ObjectNode(JsonNodeFactory.instance);
        _node.set("group", new TextNode(_object.group));
        _node.set("topic", new TextNode(_object.topic));
        _node.set("partition", new IntNode(_object.partition));
        return _node;
    }
    public static JsonNode write(OffsetCommitKey _object, short _version) {
        return write(_object, _version, true);
    }
}
