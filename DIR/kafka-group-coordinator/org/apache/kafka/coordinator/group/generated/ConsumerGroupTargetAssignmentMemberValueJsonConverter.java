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
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.MessageUtil;

import static org.apache.kafka.coordinator.group.generated.ConsumerGroupTargetAssignmentMemberValue.*;

public class ConsumerGroupTargetAssignmentMemberValueJsonConverter {
    public static ConsumerGroupTargetAssignmentMemberValue read(JsonNode _node, short _version) {
        ConsumerGroupTargetAssignmentMemberValue _object = new ConsumerGroupTargetAssignmentMemberValue();
        JsonNode _topicPartitionsNode = _node.get("topicPartitions");
        if (_topicPartitionsNode == null) {
            throw new RuntimeException("ConsumerGroupTargetAssignmentMemberValue: unable to locate field 'topicPartitions', which is mandatory in version " + _version);
        } else {
            if (!_topicPartitionsNode.isArray()) {
                throw new RuntimeException("ConsumerGroupTargetAssignmentMemberValue expected a JSON array, but got " + _node.getNodeType());
            }
            ArrayList<TopicPartition> _collection = new ArrayList<TopicPartition>(_topicPartitionsNode.size());
            _object.topicPartitions = _collection;
            for (JsonNode _element : _topicPartitionsNode) {
                _collection.add(TopicPartitionJsonConverter.read(_element, _version));
            }
        }
        return _object;
    }
    public static JsonNode write(ConsumerGroupTargetAssignmentMemberValue _object, short _version, boolean _serializeRecords) {
        ObjectNode _node = new ObjectNode(JsonNodeFactory.instance);
        ArrayNode _topicPartitionsArray = new ArrayNode(JsonNodeFactory.instance);
        for (TopicPartition _element : _object.topicPartitions) {
            _topicPartitionsArray.add(TopicPartitionJsonConverter.write(_element, _version, _serializeRecords));
        }
        _node.set("topicPartitions", _topicPartitionsArray);
        return _node;
    }
    public static JsonNode write(ConsumerGroupTargetAssignmentMemberValue _object, short _version) {
        return write(_object, _version, true);
    }
    
    public static class TopicPartitionJsonConverter {
        public static TopicPartition read(JsonNode _node, short _version) {
            TopicPartition _object = new TopicPartition();
            JsonNode _topicIdNode = _node.get("topicId");
            if (_topicIdNode == null) {
                throw new RuntimeException("TopicPartition: unable to locate field 'topicId', which is mandatory in version " + _version);
            } else {
                if (!_topicIdNode.isTextual()) {
                    throw new RuntimeException("TopicPartition expected a JSON string type, but got " + _node.getNodeType());
                }
                _object.topicId = Uuid.fromString(_topicIdNode.asText());
            }
            JsonNode _partitionsNode = _node.get("partitions");
            if (_partitionsNode == null) {
                throw new RuntimeException("TopicPartition: unable to locate field 'partitions', which is mandatory in version " + _version);
            } else {
                if (!_partitionsNode.isArray()) {
                    throw new RuntimeException("TopicPartition expected a JSON array, but got " + _node.getNodeType());
                }
                ArrayList<Integer> _collection = new ArrayList<Integer>(_partitionsNode.size());
                _object.partitions = _collection;
                for (JsonNode _element : _partitionsNode) {
                    _collection.add(MessageUtil.jsonNodeToInt(_element, "TopicPartition element"));
                }
            }
            return _object;
        }
        public static JsonNode write(TopicPartition _object, short _version, boolean _serializeRecords) {
            ObjectNode _node = new ObjectNode(JsonNodeFactory.instance);
            _node.set("topicId", new TextNode(_object.topicId.toString()));
            ArrayNode _partitionsArray = new ArrayNode(JsonNodeFactory.instance);
            for (Integer _element : _object.partitions) {
                _partitionsArray.add(new IntNode(_element));
            }
            _node.set("partitions", _partitionsArray);
            return _node;
        }
        public static JsonNode write(TopicPartition _object, short _version) {
            return write(_object, _version, true);
        }
    }
}
