import com.google.re2j.Pattern;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.common.runtime.CoordinatorMetadataImage;
import org.apache.kafka.coordinator.group.Utils;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;

/**
 * Pure parts of Kafka 4.3.1's group coordinator as a judge. One command per line in, one answer per line out ("OK ..." or "ERROR class: message").
 *   assign uniform|range equal|unequal TOPICS MEMBERS   the new assignment
 *   topic_hash HEX_ID HEX_NAME PARTITION PARTITION ...  each PARTITION a list of racks in hex, joined by "," ("-" for none)
 *   group_hash HEX_NAME=HASH ...
 *   regex HEX_PATTERN HEX_TEXT ...                      1 or 0 for each text that the whole of the pattern matches
 * TOPICS: number:partitions,... ; MEMBERS: id|instance|topics with ","|topic:partition.partition,... joined by ";", "-" for nothing. A topic's
 * number stands for the id with that value, so that hash sets hold them in ascending order.
 */
public class GroupCoordinatorParts {
    static final HexFormat HEX = HexFormat.of();

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String answer;
            try {
                answer = "OK " + answer(line.split(" ", -1));
            } catch (Throwable error) {
                answer = "ERROR " + error.getClass().getSimpleName() + ": " + String.valueOf(error.getMessage()).replace('\n', ' ');
            }
            System.out.println(answer);
            System.out.flush();
        }
    }

    static String answer(String[] words) throws Exception {
        switch (words[0]) {
            case "assign":
                return assign(words);
            case "topic_hash":
                return Long.toString(topicHash(words));
            case "group_hash":
                Map<String, Long> hashes = new LinkedHashMap<>();
                for (String pair : Arrays.copyOfRange(words, 1, words.length))
                    hashes.put(text(pair.split("=")[0]), Long.parseLong(pair.split("=")[1]));
                return Long.toString(Utils.computeGroupHash(hashes));
            case "regex":
                Pattern pattern = Pattern.compile(text(words[1]));
                StringBuilder bits = new StringBuilder();
                for (String word : Arrays.copyOfRange(words, 2, words.length))
                    bits.append(pattern.matcher(text(word)).matches() ? '1' : '0');
                return bits.toString();
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    static String text(String hex) {
        return new String(HEX.parseHex(hex), StandardCharsets.UTF_8);
    }

    static Uuid id(String number) {
        return new Uuid(0, Long.parseLong(number));
    }

    static String assign(String[] words) {
        Map<Uuid, Integer> topics = new LinkedHashMap<>();
        for (String topic : words[3].split(","))
            if (!topic.equals("-")) topics.put(id(topic.split(":")[0]), Integer.parseInt(topic.split(":")[1]));
        Map<String, MemberSubscriptionAndAssignmentImpl> members = new LinkedHashMap<>();
        Map<Uuid, Map<Integer, String>> inverted = new LinkedHashMap<>();
        for (String member : words[4].split(";")) {
            if (member.equals("-")) continue;
            String[] parts = member.split("\\|");
            Set<Uuid> wanted = new LinkedHashSet<>();
            if (!parts[2].equals("-")) for (String topic : parts[2].split(",")) wanted.add(id(topic));
            Map<Uuid, Set<Integer>> assigned = new LinkedHashMap<>();
            if (!parts[3].equals("-"))
                for (String topic : parts[3].split(",")) {
                    Set<Integer> partitions = new LinkedHashSet<>();
                    for (String partition : topic.split(":")[1].split("\\.")) {
                        partitions.add(Integer.parseInt(partition));
                        inverted.computeIfAbsent(id(topic.split(":")[0]), key -> new LinkedHashMap<>()).put(Integer.parseInt(partition), parts[0]);
                    }
                    assigned.put(id(topic.split(":")[0]), partitions);
                }
            Optional<String> instance = parts[1].equals("-") ? Optional.empty() : Optional.of(parts[1]);
            members.put(parts[0], new MemberSubscriptionAndAssignmentImpl(Optional.empty(), instance, wanted, new Assignment(assigned)));
        }
        SubscribedTopicDescriber describer = (SubscribedTopicDescriber) Proxy.newProxyInstance(
            GroupCoordinatorParts.class.getClassLoader(), new Class<?>[] {SubscribedTopicDescriber.class},
            (proxy, method, values) -> method.getName().equals("numPartitions") ? topics.getOrDefault((Uuid) values[0], -1) : Set.of());
        ConsumerGroupPartitionAssignor assignor = words[1].equals("range") ? new RangeAssignor() : new UniformAssignor();
        SubscriptionType type = words[2].equals("equal") ? SubscriptionType.HOMOGENEOUS : SubscriptionType.HETEROGENEOUS;
        GroupAssignment result = assignor.assign(new GroupSpecImpl(Collections.unmodifiableMap(members), type, inverted), describer);
        StringBuilder answer = new StringBuilder();
        for (String member : new TreeSet<>(result.members().keySet())) {
            Map<Uuid, Set<Integer>> partitions = new TreeMap<>(result.members().get(member).partitions());
            for (Map.Entry<Uuid, Set<Integer>> topic : partitions.entrySet()) {
                answer.append(answer.length() == 0 ? "" : ";").append(member).append('|').append(topic.getKey().getLeastSignificantBits()).append(':');
                String separator = "";
                for (int partition : new TreeSet<>(topic.getValue())) {
                    answer.append(separator).append(partition);
                    separator = ".";
                }
            }
        }
        return answer.length() == 0 ? "-" : answer.toString();
    }

    static long topicHash(String[] words) {
        byte[] raw = HEX.parseHex(words[1]);
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(raw);
        Uuid id = new Uuid(buffer.getLong(), buffer.getLong());
        String name = text(words[2]);
        List<List<String>> racks = new ArrayList<>();
        for (String word : Arrays.copyOfRange(words, 3, words.length)) {
            List<String> partition = new ArrayList<>();
            if (!word.equals("-")) for (String rack : word.split(",")) partition.add(text(rack));
            racks.add(partition);
        }
        CoordinatorMetadataImage.TopicMetadata topic = new CoordinatorMetadataImage.TopicMetadata() {
            public String name() { return name; }
            public Uuid id() { return id; }
            public int partitionCount() { return racks.size(); }
            public List<String> partitionRacks(int partition) { return new ArrayList<>(racks.get(partition)); }
        };
        CoordinatorMetadataImage image = (CoordinatorMetadataImage) Proxy.newProxyInstance(
            GroupCoordinatorParts.class.getClassLoader(), new Class<?>[] {CoordinatorMetadataImage.class},
            (proxy, method, values) -> Optional.of(topic));
        return Utils.computeTopicHash(name, image);
    }
}
