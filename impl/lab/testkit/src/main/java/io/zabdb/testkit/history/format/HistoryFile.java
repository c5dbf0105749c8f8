package io.zabdb.testkit.history.format;

import io.zabdb.testkit.history.History;
import io.zabdb.testkit.history.Operation;
import io.zabdb.testkit.linearizability.SequentialModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A history that was read from a file.
 *
 * @param lines the line of the invocation of each operation, from 1
 */
public record HistoryFile(Format format, History history, List<Integer> lines) {

  /**
   * Reads a file.
   *
   * @param format empty to guess it
   * @throws UnreadableHistory if it is not a history of that format, or has no operations
   * @throws IOException if the file cannot be read
   */
  public static HistoryFile read(Path file, Optional<Format> format)
      throws IOException, UnreadableHistory {
    String text = decode(Files.readAllBytes(file));
    Format used = format.orElseGet(() -> Format.guess(file.getFileName().toString(), text));
    Assembler assembler = new Assembler();
    assembler.add(used.read(text));
    // Nothing to check is not the same as nothing wrong.
    if (assembler.lines().isEmpty()) {
      throw new UnreadableHistory(0, "no operations (read as " + used + ")");
    }
    return new HistoryFile(used, assembler.history(), List.copyOf(assembler.lines()));
  }

  /**
   * Makes sure that a model knows all operations.
   *
   * @throws UnreadableHistory if it does not
   */
  public void require(SequentialModel<?> model) throws UnreadableHistory {
    for (Operation operation : history.operations()) {
      try {
        model.check(operation);
      } catch (IllegalArgumentException e) {
        throw new UnreadableHistory(lines.get(operation.id()), e.getMessage());
      }
    }
  }

  private static String decode(byte[] bytes) throws UnreadableHistory {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    // UTF-8 never needs more characters than bytes.
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    out.flip();
    if (result.isError()) {
      long before = out.chars().filter(c -> c == '\n').count();
      throw new UnreadableHistory((int) before + 1, "not UTF-8");
    }
    return out.toString();
  }
}
