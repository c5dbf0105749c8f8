package io.zabdb.cli.data.load;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/**
 * How far a load has come, in a file beside the one loaded. It holds a sum over the rows that are
 * loaded, and nothing of those behind: these may be mended.
 *
 * @param rows that are loaded, all from the first on
 * @param sum over them
 */
public record LoadProgress(long rows, long sum) {

  private static final String SUFFIX = ".zabdb-progress";

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .build();

  /** Of a load that begins. */
  public static final LoadProgress NONE = new LoadProgress(0, 0);

  /** Where it is kept. */
  public static Path beside(Path file) {
    return file.resolveSibling(file.getFileName() + SUFFIX);
  }

  /**
   * Reads it.
   *
   * @return empty if there is none
   * @throws IOException if it cannot be read; the message names it
   */
  public static Optional<LoadProgress> read(Path file) throws IOException {
    try {
      return Optional.of(JSON.readValue(Files.readString(file), LoadProgress.class));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (JacksonException e) {
      throw new IOException(file + " is no record of a load: " + e.getOriginalMessage(), e);
    }
  }

  /** Replaces it. */
  public void write(Path file) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, JSON.writeValueAsString(this) + "\n");
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
