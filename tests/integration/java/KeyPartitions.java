import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HexFormat;
import org.apache.kafka.common.utils.Utils;

/** Where Java's producer puts keys: "PARTITIONS HEX" per line in, the partition out; an empty HEX is the empty key. */
public class KeyPartitions {
    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line; (line = lines.readLine()) != null; ) {
            String[] words = line.split(" ", -1);
            byte[] key = HexFormat.of().parseHex(words[1]);
            // What BuiltInPartitioner.partitionForKey of 3.3 and newer and DefaultPartitioner of older ones do.
            out.append(Utils.toPositive(Utils.murmur2(key)) % Integer.parseInt(words[0])).append('\n');
        }
        System.out.print(out);
    }
}
