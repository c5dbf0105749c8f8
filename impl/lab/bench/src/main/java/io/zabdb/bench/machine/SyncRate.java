package io.zabdb.bench.machine;

import io.zabdb.bench.report.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * How fast a disk makes small writes durable, one at a time.
 *
 * @param fileSystem its type
 * @param medianMicros time of a write of 4 KiB and its fdatasync
 */
public record SyncRate(String fileSystem, double perSecond, double medianMicros, double p99Micros) {

  private static final int BLOCK = 4_096;
  private static final int BLOCKS = 1_024;
  private static final int DIGITS = 3;

  /** Overwrites a file of a folder again and again; the file is deleted. */
  public static SyncRate measure(Path folder, Duration time) throws IOException {
    Path file = Files.createTempFile(folder, "sync", ".probe");
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
      for (int i = 0; i < BLOCKS; i++) {
        write(channel, block, i);
      }
      channel.force(true);
      return measure(channel, block, time, Files.getFileStore(file).type());
    } finally {
      Files.delete(file);
    }
  }

  private static SyncRate measure(
      FileChannel channel, ByteBuffer block, Duration time, String fileSystem) throws IOException {
    Histogram nanos = new Histogram(DIGITS);
    long start = System.nanoTime();
    long now = start;
    for (int i = 0; now - start < time.toNanos(); i++) {
      long before = now;
      write(channel, block, i % BLOCKS);
      channel.force(false);
      now = System.nanoTime();
      nanos.recordValue(now - before);
    }
    return new SyncRate(
        fileSystem,
        nanos.getTotalCount() * 1e9 / (now - start),
        nanos.getValueAtPercentile(50) / 1e3,
        nanos.getValueAtPercentile(99) / 1e3);
  }

  /** For people, in one line. */
  public String describe() {
    return "%s, %s syncs of 4 KiB a second, one at a time; median %s ms, p99 %s ms"
        .formatted(
            fileSystem,
            Figures.whole(perSecond),
            Figures.millis(medianMicros),
            Figures.millis(p99Micros));
  }

  private static void write(FileChannel channel, ByteBuffer block, int place) throws IOException {
    block.clear();
    while (block.hasRemaining()) {
      channel.write(block, (long) place * BLOCK + block.position());
    }
  }
}
