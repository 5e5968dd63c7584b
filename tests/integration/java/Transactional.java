import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Aborts one transaction and commits another, and prints where their records lie: Transactional ADDRESS TOPIC. */
public class Transactional {
    public static void main(String[] a) throws Exception {
        Properties p = new Properties();
        p.put("bootstrap.servers", a[0]);
        p.put("transactional.id", "of " + a[1]);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(p, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            for (String end : new String[] {"aborted", "committed"}) {
                producer.beginTransaction();
                long offset = producer.send(new ProducerRecord<>(a[1], 0, null, end.getBytes("UTF-8"))).get().offset();
                if (end.equals("aborted")) {
                    producer.abortTransaction();
                } else {
                    producer.commitTransaction();
                }
                System.out.println(end + " " + offset);
            }
        }
    }
}
