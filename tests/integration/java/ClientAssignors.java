import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/**
 * The consumer's assignors of Kafka 4.3.1 as a judge. One command per line in, one answer per line out ("OK ..." or "ERROR class: message").
 *   assign NAME TOPICS RACKS MEMBERS   the assignment: member|topic:partition.partition;...
 *   user_data NAME PLACES GENERATION   what the assignor gives its member to keep, in hex
 * TOPICS: name:partitions,... ; RACKS: name:partition:rack.rack,... ; PLACES: name:partition.partition,... ;
 * MEMBERS: id|instance|rack|generation|topic,topic|PLACES|user data in hex; "-" for nothing.
 */
public class ClientAssignors {
    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String answer;
            try {
                String[] words = line.split(" ", -1);
                answer = "OK " + (words[0].equals("assign") ? assign(words) : userData(words));
            } catch (Throwable error) {
                answer = "ERROR " + error.getClass().getSimpleName() + ": " + String.valueOf(error.getMessage()).replace('\n', ' ');
            }
            System.out.println(answer);
            System.out.flush();
        }
    }

    static ConsumerPartitionAssignor assignor(String name) {
        switch (name) {
            case "range": return new RangeAssignor();
            case "roundrobin": return new RoundRobinAssignor();
            case "sticky": return new StickyAssignor();
            default: return new CooperativeStickyAssignor();
        }
    }

    static List<TopicPartition> places(String word) {
        List<TopicPartition> places = new ArrayList<>();
        if (!word.equals("-"))
            for (String topic : word.split(","))
                for (String partition : topic.split(":")[1].split("\\."))
                    places.add(new TopicPartition(topic.split(":")[0], Integer.parseInt(partition)));
        return places;
    }

    static String userData(String[] words) {
        ConsumerPartitionAssignor assignor = assignor(words[1]);
        int generation = Integer.parseInt(words[3]);
        assignor.onAssignment(new Assignment(places(words[2])), new ConsumerGroupMetadata("g", generation, "m", Optional.empty()));
        ByteBuffer data = assignor.subscriptionUserData(Set.of());
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    static String assign(String[] words) {
        Map<String, Node> nodes = new LinkedHashMap<>();
        Map<TopicPartition, Node[]> replicas = new HashMap<>();
        if (!words[3].equals("-"))
            for (String place : words[3].split(",")) {
                String[] parts = place.split(":");
                List<Node> here = new ArrayList<>();
                for (String rack : parts[2].split("\\."))
                    here.add(nodes.computeIfAbsent(rack, key -> new Node(nodes.size(), "host", 9092, rack)));
                replicas.put(new TopicPartition(parts[0], Integer.parseInt(parts[1])), here.toArray(new Node[0]));
            }
        List<PartitionInfo> infos = new ArrayList<>();
        if (!words[2].equals("-"))
            for (String topic : words[2].split(","))
                for (int number = 0; number < Integer.parseInt(topic.split(":")[1]); number++) {
                    Node[] here = replicas.getOrDefault(new TopicPartition(topic.split(":")[0], number), new Node[0]);
                    infos.add(new PartitionInfo(topic.split(":")[0], number, Node.noNode(), here, here));
                }
        Cluster cluster = new Cluster("c", nodes.values(), infos, Set.of(), Set.of());
        Map<String, Subscription> subscriptions = new HashMap<>();
        for (String member : words[4].split(";")) {
            String[] parts = member.split("\\|", -1);
            ByteBuffer data = parts[6].equals("-") ? null : ByteBuffer.wrap(HexFormat.of().parseHex(parts[6]));
            Optional<String> rack = parts[2].equals("-") ? Optional.empty() : Optional.of(parts[2]);
            List<String> topics = parts[4].equals("-") ? List.of() : List.of(parts[4].split(","));
            Subscription subscription = new Subscription(topics, data, places(parts[5]), Integer.parseInt(parts[3]), rack);
            if (!parts[1].equals("-")) subscription.setGroupInstanceId(Optional.of(parts[1]));
            subscriptions.put(parts[0], subscription);
        }
        Map<String, Assignment> result = assignor(words[1]).assign(cluster, new GroupSubscription(subscriptions)).groupAssignment();
        StringBuilder answer = new StringBuilder();
        for (String member : new TreeSet<>(result.keySet())) {
            Map<String, Set<Integer>> topics = new TreeMap<>();
            for (TopicPartition place : result.get(member).partitions())
                topics.computeIfAbsent(place.topic(), key -> new TreeSet<>()).add(place.partition());
            for (Map.Entry<String, Set<Integer>> topic : topics.entrySet()) {
                answer.append(answer.length() == 0 ? "" : ";").append(member).append('|').append(topic.getKey()).append(':');
                String separator = "";
                for (int partition : topic.getValue()) {
                    answer.append(separator).append(partition);
                    separator = ".";
                }
            }
        }
        return answer.length() == 0 ? "-" : answer.toString();
    }
}
