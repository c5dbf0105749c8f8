package io.zabdb.modelcheck.tlc;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * TLC's output in {@code -tool} mode: a list of numbered messages, with free text (SANY's) between
 * them.
 */
public final class ToolOutput {

  /** One message; {@code code} is TLC's number for it (see {@code tlc2.output.EC}). */
  public record Message(int code, String text) {}

  private static final Pattern START = Pattern.compile("@!@!@STARTMSG (\\d+):(\\d) @!@!@");

  private final List<Message> messages = new ArrayList<>();
  private final List<String> free = new ArrayList<>();

  private ToolOutput() {}

  /** Parses the lines that TLC wrote; a last message cut short (TLC was killed) is dropped. */
  public static ToolOutput parse(List<String> lines) {
    ToolOutput output = new ToolOutput();
    int code = -1;
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      Matcher start = START.matcher(line);
      if (start.matches()) {
        code = Integer.parseInt(start.group(1));
        text.setLength(0);
      } else if (line.startsWith("@!@!@ENDMSG")) {
        output.messages.add(new Message(code, text.toString().strip()));
        code = -1;
      } else if (code < 0) {
        output.free.add(line);
      } else {
        text.append(line).append('\n');
      }
    }
    return output;
  }

  /** All messages in order. */
  public List<Message> messages() {
    return messages;
  }

  /** The text outside messages. */
  public String freeText() {
    return String.join("\n", free).strip();
  }

  /** The lines outside messages. */
  public List<String> freeLines() {
    return List.copyOf(free);
  }

  /** The first message with one of these codes. */
  public Optional<String> first(int... codes) {
    return messages.stream()
        .filter(message -> contains(codes, message.code()))
        .map(Message::text)
        .findFirst();
  }

  /** The last message with one of these codes. */
  public Optional<String> last(int... codes) {
    return messages.stream()
        .filter(message -> contains(codes, message.code()))
        .map(Message::text)
        .reduce((earlier, later) -> later);
  }

  private static boolean contains(int[] codes, int code) {
    return java.util.stream.IntStream.of(codes).anyMatch(known -> known == code);
  }
}
