import java.util.Properties;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Asks for a transaction and prints what it is told: Transactional ADDRESS. */
public class Transactional {
    public static void main(String[] a) {
        Properties p = new Properties();
        p.put("bootstrap.servers", a[0]);
        p.put("transactional.id", "t");
        long began = System.currentTimeMillis();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(p, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            System.out.println("began");
        } catch (Exception refused) {
            System.out.println("refused " + refused.getClass().getSimpleName() + " " + (System.currentTimeMillis() - began < 20000));
        }
    }
}
