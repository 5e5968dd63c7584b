// A member of a consumer group by Apache Kafka's own client, of any version from 1.1 on: what group_member.py is for the others.
//
//     GroupMember.java COMMIT PAUSE_MS TOPICS|/PATTERN|~RE2 NAME=VALUE...
//
// COMMIT: each, asked or auto. Reports on stdout, orders on stdin ("leave", "commit"), as told in group_member.py.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

public class GroupMember {
    static KafkaConsumer<byte[], byte[]> consumer;
    static String commits;
    static boolean modern;
    static final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();

    static void tell(String event, String fields) {
        tell(event, fields, System.nanoTime());
    }

    static synchronized void tell(String event, String fields, long at_ns) {
        System.out.println("{\"event\": \"" + event + "\", \"at\": " + at_ns / 1e9 + (fields.isEmpty() ? "" : ", " + fields) + "}");
        System.out.flush();
    }

    static String quoted(String text) {
        StringBuilder made = new StringBuilder("\"");
        for (char each : text.toCharArray())
            made.append(each == '"' || each == '\\' ? "\\" + each : each < ' ' ? " " : String.valueOf(each));
        return made.append('"').toString();
    }

    static void trouble(String what, Exception error) {
        tell("trouble", "\"text\": " + quoted(what + ": " + error));
    }

    static String generation() {
        // Under KIP-848 it is the member's own epoch: two members may have the same one on their way to the next.
        if (modern) return "";
        try {
            Object metadata = KafkaConsumer.class.getMethod("groupMetadata").invoke(consumer);
            return ", \"generation\": " + metadata.getClass().getMethod("generationId").invoke(metadata);
        } catch (ReflectiveOperationException error) {
            return "";
        }
    }

    static void tellPlaces(String event, Collection<TopicPartition> places, String more) {
        StringJoiner made = new StringJoiner(", ", "[", "]");
        for (TopicPartition place : places) made.add("[" + quoted(place.topic()) + ", " + place.partition() + "]");
        tell(event, "\"partitions\": " + made + more);
    }

    static void commit() {
        if (uncommitted.isEmpty()) return;
        Map<TopicPartition, OffsetAndMetadata> now = new HashMap<>(uncommitted);
        uncommitted.clear();
        try {
            consumer.commitSync(now);
            StringJoiner made = new StringJoiner(", ", "[", "]");
            now.forEach((place, offset) -> made.add("[" + quoted(place.topic()) + ", " + place.partition() + ", " + offset.offset() + "]"));
            tell("committed", "\"offsets\": " + made);
        } catch (KafkaException error) {
            trouble("commit", error);
        }
    }

    static class Listener implements ConsumerRebalanceListener {
        public void onPartitionsRevoked(Collection<TopicPartition> places) {
            if (places.isEmpty()) return;
            if (commits.equals("each")) commit();
            tellPlaces("revoked", places, "");
        }

        public void onPartitionsLost(Collection<TopicPartition> places) {
            tellPlaces("lost", places, "");
        }

        public void onPartitionsAssigned(Collection<TopicPartition> places) {
            tellPlaces("assigned", places, generation());
        }
    }

    @SuppressWarnings("unchecked")
    static ConsumerRecords<byte[], byte[]> poll() throws ReflectiveOperationException {
        try {
            return (ConsumerRecords<byte[], byte[]>) KafkaConsumer.class.getMethod("poll", Duration.class).invoke(consumer, Duration.ofMillis(50));
        } catch (NoSuchMethodException old) {
            return (ConsumerRecords<byte[], byte[]>) KafkaConsumer.class.getMethod("poll", long.class).invoke(consumer, 50L);
        }
    }

    static void subscribe(String to) throws ReflectiveOperationException {
        Listener listener = new Listener();
        if (to.startsWith("~")) {
            // Kafka 4's own class for expressions that the broker evaluates.
            Class<?> type = Class.forName("org.apache.kafka.clients.consumer.SubscriptionPattern");
            Method method = KafkaConsumer.class.getMethod("subscribe", type, ConsumerRebalanceListener.class);
            method.invoke(consumer, type.getConstructor(String.class).newInstance(to.substring(1)), listener);
        } else if (to.startsWith("/")) consumer.subscribe(Pattern.compile(to.substring(1)), listener);
        else consumer.subscribe(Arrays.asList(to.split(",")), listener);
    }

    public static void main(String[] arguments) throws Exception {
        commits = arguments[0];
        long pause = Long.parseLong(arguments[1]);
        Properties settings = new Properties();
        settings.put("key.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
        settings.put("value.deserializer", "org.apache.kafka.common.serialization.ByteArrayDeserializer");
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", String.valueOf(commits.equals("auto")));
        settings.put("fetch.max.wait.ms", "50");
        settings.put("metadata.max.age.ms", "2000");
        settings.put("reconnect.backoff.max.ms", "200");
        for (int index = 3; index < arguments.length; index++) {
            String[] pair = arguments[index].split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        modern = "consumer".equals(settings.get("group.protocol"));
        tell("ready", "\"pid\": " + ProcessHandle.current().pid());
        consumer = new KafkaConsumer<>(settings);
        Queue<String> orders = new ConcurrentLinkedQueue<>();
        Thread reader = new Thread(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in))) {
                for (String line; (line = lines.readLine()) != null; ) orders.add(line.trim());
            } catch (java.io.IOException ignored) {
            }
            orders.add("leave");
        });
        reader.setDaemon(true);
        reader.start();
        subscribe(arguments[2]);
        for (String order = orders.poll(); !"leave".equals(order); order = orders.poll()) {
            if ("commit".equals(order)) commit();
            ConsumerRecords<byte[], byte[]> found;
            try {
                found = poll();
            } catch (java.lang.reflect.InvocationTargetException error) {
                if (!(error.getCause() instanceof KafkaException)) throw error;
                trouble("poll", (Exception) error.getCause());
                continue;
            }
            if (found.isEmpty()) continue;
            StringJoiner ranges = new StringJoiner(", ", "[", "]");
            for (TopicPartition place : found.partitions()) {
                String head = "[" + quoted(place.topic()) + ", " + place.partition() + ", ";
                long first = -1, last = -2;
                for (ConsumerRecord<byte[], byte[]> record : found.records(place)) {
                    String value = record.value() == null ? "" : new String(record.value(), StandardCharsets.UTF_8);
                    if (value.startsWith("#") && !value.equals("#" + place.partition() + "/" + record.offset()))
                        tell("wrong", "\"text\": " + quoted(place + " has " + value + " at " + record.offset()));
                    if (record.offset() != last + 1) {
                        if (first >= 0) ranges.add(head + first + ", " + last + "]");
                        first = record.offset();
                    }
                    last = record.offset();
                }
                ranges.add(head + first + ", " + last + "]");
                uncommitted.put(place, new OffsetAndMetadata(last + 1));
            }
            tell("records", "\"ranges\": " + ranges);
            if (commits.equals("each")) commit();
            Thread.sleep(pause);
        }
        if (commits.equals("each")) commit();
        // Old ones call nobody back as they close, and what they had may be another's before close() has returned.
        long leaving_ns = System.nanoTime();
        consumer.close();
        tell("left", "", leaving_ns);
    }
}
