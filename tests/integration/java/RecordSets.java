import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.common.utils.PrimitiveRef;
import org.apache.kafka.common.utils.Time;

/**
 * (Imports are those of 4.3; the test takes ".internal" out for older versions.)
 * Kafka's own record classes as a judge. One command per line in, one answer per line out ("OK ..." or "ERROR class: message"):
 *   build MAGIC CODEC LOG_APPEND_TIME BASE_OFFSET RECORDS   bytes of a batch or message set (LOG_APPEND_TIME -1: CreateTime)
 *   read HEX                                                records, every CRC checked
 *   validate HEX                                            what LogValidator makes of a Produce, as bytes
 *   down MAGIC FIRST_OFFSET HEX                             down-conversion (3.9 and older)
 * RECORDS: offset,timestamp,key,value,header=value|... joined by ";"; keys and values in hex, "-" for null.
 */
public class RecordSets {
    static final HexFormat HEX = HexFormat.of();

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String answer;
            try {
                answer = "OK " + answer(line.split(" ", -1));
            } catch (Throwable error) {
                Throwable cause = error instanceof InvocationTargetException && error.getCause() != null ? error.getCause() : error;
                answer = "ERROR " + cause.getClass().getSimpleName() + ": " + String.valueOf(cause.getMessage()).replace('\n', ' ');
            }
            System.out.println(answer);
            System.out.flush();
        }
    }

    static String answer(String[] words) throws Exception {
        switch (words[0]) {
            case "build":
                return HEX.formatHex(build(words));
            case "read":
                return read(records(words[1]));
            case "validate":
                return bytes(validate(records(words[1])));
            case "down": {
                Method down = MemoryRecords.class.getMethod("downConvert", byte.class, long.class, Time.class);
                Object converted = down.invoke(records(words[3]), Byte.parseByte(words[1]), Long.parseLong(words[2]), Time.SYSTEM);
                return bytes((MemoryRecords) converted.getClass().getMethod("records").invoke(converted));
            }
            default:
                throw new IllegalArgumentException(words[0]);
        }
    }

    static MemoryRecords records(String hex) {
        return MemoryRecords.readableRecords(ByteBuffer.wrap(HEX.parseHex(hex)));
    }

    static String bytes(MemoryRecords records) {
        byte[] copy = new byte[records.sizeInBytes()];
        records.buffer().duplicate().get(copy);
        return HEX.formatHex(copy);
    }

    static byte[] build(String[] words) {
        long appendTime = Long.parseLong(words[3]);
        Compression compression = Compression.of(CompressionType.forId(Integer.parseInt(words[2]))).build();
        MemoryRecordsBuilder builder = MemoryRecords.builder(
            ByteBuffer.allocate(1 << 16), Byte.parseByte(words[1]), compression,
            appendTime < 0 ? TimestampType.CREATE_TIME : TimestampType.LOG_APPEND_TIME, Long.parseLong(words[4]), appendTime);
        for (String text : words[5].split(";")) {
            String[] fields = text.split(",", -1);
            List<Header> headers = new ArrayList<>();
            for (String pair : fields[4].isEmpty() ? new String[0] : fields[4].split("\\|")) {
                String[] parts = pair.split("=", -1);
                headers.add(new RecordHeader(new String(HEX.parseHex(parts[0]), StandardCharsets.UTF_8), unhex(parts[1])));
            }
            builder.appendWithOffset(Long.parseLong(fields[0]), Long.parseLong(fields[1]), unhex(fields[2]), unhex(fields[3]),
                headers.toArray(new Header[0]));
        }
        return HEX.parseHex(bytes(builder.build()));
    }

    static String read(MemoryRecords records) {
        StringBuilder out = new StringBuilder();
        for (MutableRecordBatch batch : records.batches()) {
            batch.ensureValid();
            for (Record record : batch) {
                record.ensureValid();
                if (out.length() > 0)
                    out.append(';');
                out.append(record.offset()).append(',').append(record.timestamp()).append(',');
                out.append(hex(record.key())).append(',').append(hex(record.value())).append(',');
                String separator = "";
                for (Header header : record.headers()) {
                    out.append(separator).append(HEX.formatHex(header.key().getBytes(StandardCharsets.UTF_8))).append('=');
                    out.append(header.value() == null ? "-" : HEX.formatHex(header.value()));
                    separator = "|";
                }
            }
        }
        return out.toString();
    }

    static MemoryRecords validate(MemoryRecords records) throws Exception {
        CompressionType source = CompressionType.NONE;
        for (MutableRecordBatch batch : records.batches()) {
            batch.ensureValid();
            if (batch.compressionType() != CompressionType.NONE)
                source = batch.compressionType();
        }
        Class<?> type = Class.forName("org.apache.kafka.storage.internals.log.LogValidator");
        Class<?> origin = Class.forName("org.apache.kafka.storage.internals.log.AppendOrigin");
        Class<?> metrics = Class.forName("org.apache.kafka.storage.internals.log.LogValidator$MetricsRecorder");
        Object client = Enum.valueOf(origin.asSubclass(Enum.class), "CLIENT");
        Constructor<?> constructor = type.getConstructors()[0];
        List<Object> values = new ArrayList<>(List.of(
            records, new TopicPartition("t", 0), Time.SYSTEM, source, Compression.of(source).build(), false, (byte) 2,
            TimestampType.CREATE_TIME, Long.MAX_VALUE, Long.MAX_VALUE, -1, client));
        if (constructor.getParameterCount() > values.size())
            values.add(constructor.getParameterTypes()[values.size()].getMethod("latestProduction").invoke(null));
        Object validator = constructor.newInstance(values.toArray());
        Object silent = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {metrics}, (proxy, method, given) -> null);
        Object result = type.getMethod("validateMessagesAndAssignOffsets", PrimitiveRef.LongRef.class, metrics, BufferSupplier.class)
            .invoke(validator, PrimitiveRef.ofLong(0), silent, BufferSupplier.NO_CACHING);
        try {
            return (MemoryRecords) result.getClass().getMethod("validatedRecords").invoke(result);
        } catch (NoSuchMethodException older) {
            return (MemoryRecords) result.getClass().getField("validatedRecords").get(result);
        }
    }

    static byte[] unhex(String text) {
        return text.equals("-") ? null : HEX.parseHex(text);
    }

    static String hex(ByteBuffer buffer) {
        if (buffer == null)
            return "-";
        byte[] copy = new byte[buffer.remaining()];
        buffer.duplicate().get(copy);
        return HEX.formatHex(copy);
    }
}
