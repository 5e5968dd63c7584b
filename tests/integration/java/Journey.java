import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Records from a file into topics, or from topics into files; compiles against every Kafka client from 1.1.1 to 4.3.1.
 *
 *   produce ADDRESS FILE name=value,... TOPIC [name=value,... TOPIC ...]   each topic with its producer settings
 *   consume ADDRESS PARTITIONS COUNT name=value,... TOPIC FILE [TOPIC FILE ...]
 *
 * A file is a sequence of: partition i32, offset i64, timestamp i64, key, value, header count i32, headers (key, value); keys and values are
 * i32 length and bytes, -1 for null; big-endian.
 */
public class Journey {
    public static void main(String[] a) throws Exception {
        if (a[0].equals("produce")) {
            for (int i = 3; i < a.length; i += 2) produce(a[1], a[2], a[i], a[i + 1]);
        } else {
            for (int i = 5; i < a.length; i += 2) consume(a[1], Integer.parseInt(a[2]), Long.parseLong(a[3]), a[4], a[i], a[i + 1]);
        }
        System.out.println("done");
    }

    static Properties settings(String address, String more) {
        Properties p = new Properties();
        p.put("bootstrap.servers", address);
        for (String item : more.split(",")) {
            String[] pair = item.split("=", 2);
            if (pair.length == 2) p.put(pair[0], pair[1]);
        }
        return p;
    }

    static void produce(String address, String file, String more, String topic) throws Exception {
        Properties p = settings(address, more);
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(p, new ByteArraySerializer(), new ByteArraySerializer());
             DataInputStream in = new DataInputStream(new BufferedInputStream(new FileInputStream(file)))) {
            while (true) {
                int partition;
                try { partition = in.readInt(); } catch (EOFException end) { break; }
                in.readLong();
                long timestamp = in.readLong();
                byte[] key = bytes(in), value = bytes(in);
                List<Header> headers = new ArrayList<>();
                for (int n = in.readInt(); n > 0; n--) headers.add(new RecordHeader(new String(bytes(in), "UTF-8"), bytes(in)));
                sent.add(producer.send(new ProducerRecord<>(topic, partition, timestamp, key, value, headers)));
            }
        }
        for (Future<RecordMetadata> each : sent) each.get();
    }

    static void consume(String address, int partitions, long count, String more, String topic, String file) throws Exception {
        Properties p = settings(address, more);
        p.put("enable.auto.commit", "false");
        p.put("auto.offset.reset", "earliest");
        Method poll;
        Object wait;
        try {
            poll = KafkaConsumer.class.getMethod("poll", Class.forName("java.time.Duration"));
            wait = java.time.Duration.ofMillis(500);
        } catch (NoSuchMethodException old) {
            poll = KafkaConsumer.class.getMethod("poll", long.class);
            wait = 500L;
        }
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(p, new ByteArrayDeserializer(), new ByteArrayDeserializer());
             DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(file)))) {
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < partitions; i++) all.add(new TopicPartition(topic, i));
            consumer.assign(all);
            consumer.seekToBeginning(all);
            long got = 0, deadline = System.currentTimeMillis() + 20000;
            while (got < count && System.currentTimeMillis() < deadline) {
                @SuppressWarnings("unchecked")
                ConsumerRecords<byte[], byte[]> records = (ConsumerRecords<byte[], byte[]>) poll.invoke(consumer, wait);
                for (ConsumerRecord<byte[], byte[]> r : records) {
                    out.writeInt(r.partition());
                    out.writeLong(r.offset());
                    out.writeLong(r.timestamp());
                    bytes(out, r.key());
                    bytes(out, r.value());
                    Header[] headers = r.headers().toArray();
                    out.writeInt(headers.length);
                    for (Header h : headers) {
                        bytes(out, h.key().getBytes("UTF-8"));
                        bytes(out, h.value());
                    }
                    got++;
                    deadline = System.currentTimeMillis() + 20000;
                }
            }
        }
    }

    static byte[] bytes(DataInputStream in) throws Exception {
        int length = in.readInt();
        if (length < 0) return null;
        byte[] data = new byte[length];
        in.readFully(data);
        return data;
    }

    static void bytes(DataOutputStream out, byte[] data) throws Exception {
        out.writeInt(data == null ? -1 : data.length);
        if (data != null) out.write(data);
    }
}
