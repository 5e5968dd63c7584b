import org.apache.kafka.tools.consumer.ConsoleConsumer;
import org.apache.log4j.ConsoleAppender;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;

/** Kafka's console consumer, whose log tells on stderr where it reads. */
public class TalkativeConsumer {
    public static void main(String[] arguments) throws Exception {
        Logger logger = Logger.getLogger("org.apache.kafka.clients.consumer.internals");
        logger.setLevel(Level.DEBUG);
        logger.addAppender(new ConsoleAppender(new PatternLayout("%m%n"), ConsoleAppender.SYSTEM_ERR));
        ConsoleConsumer.main(arguments);
    }
}
