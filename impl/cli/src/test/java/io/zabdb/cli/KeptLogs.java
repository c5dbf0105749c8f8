package io.zabdb.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Of a test that fails it keeps in {@code target/logs} what the processes of its cluster have
 * logged, whose folder goes with the test.
 */
public final class KeptLogs implements TestExecutionExceptionHandler {

  private final Supplier<Path> cluster;

  /**
   * @param cluster asked when a test has failed: the directory of its cluster
   */
  public KeptLogs(Supplier<Path> cluster) {
    this.cluster = cluster;
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    Path kept =
        Path.of("target", "logs", context.getRequiredTestClass().getSimpleName())
            .resolve(context.getRequiredTestMethod().getName());
    try {
      keep(cluster.get().resolve("log"), kept);
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
    throw failure;
  }

  static void keep(Path logs, Path kept) throws IOException {
    if (!Files.isDirectory(logs)) {
      return;
    }
    Files.createDirectories(kept);
    try (Stream<Path> files = Files.list(logs)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      for (Path file : all) {
        Files.copy(file, kept.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    System.out.println("what the processes logged is in " + kept.toAbsolutePath());
  }
}
