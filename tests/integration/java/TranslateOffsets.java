import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.mirror.RemoteClusterUtils;

/** Where a group goes on in a mirror, as MirrorMaker 2's own client finds it: bootstrap servers, the source's alias, the group. */
public class TranslateOffsets {
    public static void main(String[] arguments) throws Exception {
        Map<String, Object> properties = Map.of("bootstrap.servers", arguments[0]);
        Map<TopicPartition, OffsetAndMetadata> found =
            RemoteClusterUtils.translateOffsets(properties, arguments[1], arguments[2], Duration.ofSeconds(30));
        for (Map.Entry<TopicPartition, OffsetAndMetadata> entry : found.entrySet()) {
            System.out.println("OFFSET " + entry.getKey() + " " + entry.getValue().offset());
        }
    }
}
