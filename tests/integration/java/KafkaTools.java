import java.io.ByteArrayOutputStream;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.common.utils.Exit;

/**
 * Runs commands of Apache Kafka's tools one after the other in this JVM, as often as it is asked to on standard input.
 *
 * A request is a line of words in base64: the classes that a tool has had in the versions of Kafka, separated by commas, and its arguments.
 * The answer is a line with the exit code and the number of bytes that follow: what the tool printed, on both streams. The end of
 * standard input ends the program.
 *
 * A tool that exits ends only itself: what it prints behind that, while its stack is unwound and its clients are closed, nobody sees.
 */
public class KafkaTools {
    /** What the tool that runs has printed; null where nobody listens. */
    private static ByteArrayOutputStream printed;
    private static Integer status;

    private static final class Ended extends Error {
        Ended() {
            super("the tool has exited", null, false, false);
        }
    }

    private static final class Printed extends OutputStream {
        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            synchronized (KafkaTools.class) {
                if (printed != null && status == null) {
                    printed.write(bytes, offset, length);
                }
            }
        }
    }

    private static void ended(int code) {
        synchronized (KafkaTools.class) {
            if (status == null) {
                status = code;
            }
        }
    }

    private static Method mainOf(String classes) throws ReflectiveOperationException {
        for (String name : classes.split(",")) {
            try {
                return Class.forName(name).getMethod("main", String[].class);
            } catch (ClassNotFoundException absent) {
                // Another version's.
            }
        }
        throw new ClassNotFoundException(classes);
    }

    private static void run(Method tool, String[] arguments) {
        try {
            tool.invoke(null, (Object) arguments);
            ended(0);
        } catch (InvocationTargetException error) {
            if (!(error.getCause() instanceof Ended)) {
                error.getCause().printStackTrace();
            }
            ended(1);
        } catch (IllegalAccessException error) {
            error.printStackTrace();
            ended(1);
        }
    }

    public static void main(String[] none) throws Exception {
        PrintStream answers = System.out;
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        // Before any class of Scala's, which keep the stream that they find.
        System.setOut(new PrintStream(new Printed(), true, "UTF-8"));
        System.setErr(System.out);
        System.setIn(InputStream.nullInputStream());
        Exit.setExitProcedure((code, message) -> {
            ended(code);
            throw new Ended();
        });
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            List<String> words = new ArrayList<>();
            for (String word : line.split(" ", -1)) {
                words.add(new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8));
            }
            Method tool = mainOf(words.get(0));
            synchronized (KafkaTools.class) {
                printed = new ByteArrayOutputStream();
                status = null;
            }
            run(tool, words.subList(1, words.size()).toArray(new String[0]));
            synchronized (KafkaTools.class) {
                answers.println(status + " " + printed.size());
                printed.writeTo(answers);
                answers.flush();
                printed = null;
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
