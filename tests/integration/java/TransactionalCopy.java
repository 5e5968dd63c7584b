// Copies a topic to another, partition by partition and within transactions, every tenth of which it aborts and does again:
//
//     TransactionalCopy.java ADDRESS SOURCE TARGET GROUP
//
// It goes on until it is killed. On stdout: READY, and of each transaction that had to be given up why. It ends with 1 where it cannot go on.

import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;

public class TransactionalCopy {
    static void rewind(KafkaConsumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> found) {
        for (TopicPartition place : found.partitions())
            if (consumer.assignment().contains(place)) consumer.seek(place, found.records(place).get(0).offset());
    }

    static void end(Runnable call) {
        for (int left = 10; ; left--) {
            try {
                call.run();
                return;
            } catch (TimeoutException error) {
                // Whether it has ended is not known: the same call goes on with it.
                if (left == 0) throw error;
            }
        }
    }

    public static void main(String[] a) {
        String text = "org.apache.kafka.common.serialization.ByteArray";
        Map<String, Object> reading = new HashMap<>(Map.of(
                "bootstrap.servers", a[0], "group.id", a[3], "auto.offset.reset", "earliest", "enable.auto.commit", "false",
                "session.timeout.ms", "30000", "max.poll.records", "100", "reconnect.backoff.max.ms", "200"));
        reading.put("key.deserializer", text + "Deserializer");
        reading.put("value.deserializer", text + "Deserializer");
        Map<String, Object> writing = new HashMap<>(Map.of(
                "bootstrap.servers", a[0], "transactional.id", a[3], "reconnect.backoff.max.ms", "200",
                "key.serializer", text + "Serializer", "value.serializer", text + "Serializer"));
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(reading);
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(writing)) {
            producer.initTransactions();
            consumer.subscribe(List.of(a[1]));
            System.out.println("READY");
            for (long number = 1; ; ) {
                ConsumerRecords<byte[], byte[]> found = consumer.poll(Duration.ofMillis(500));
                if (found.isEmpty()) continue;
                try {
                    producer.beginTransaction();
                    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
                    for (ConsumerRecord<byte[], byte[]> record : found) {
                        producer.send(new ProducerRecord<>(a[2], record.partition(), record.key(), record.value()));
                        ends.put(new TopicPartition(record.topic(), record.partition()), new OffsetAndMetadata(record.offset() + 1));
                    }
                    producer.sendOffsetsToTransaction(ends, consumer.groupMetadata());
                    if (number++ % 10 == 0) {
                        end(producer::abortTransaction);
                        rewind(consumer, found);
                    } else {
                        end(producer::commitTransaction);
                    }
                } catch (ProducerFencedException | OutOfOrderSequenceException | AuthorizationException error) {
                    throw error;
                } catch (KafkaException error) {
                    System.out.println("given up: " + error);
                    end(producer::abortTransaction);
                    rewind(consumer, found);
                }
            }
        } catch (Exception error) {
            System.out.println("ended: " + error);
            System.exit(1);
        }
    }
}
