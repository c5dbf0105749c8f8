package io.zabdb.faults.preload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The process that faults befall: does what it reads, a word and a file a line. */
final class Victim {

  private Victim() {}

  public static void main(String[] arguments) throws IOException {
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String order = orders.readLine(); order != null; order = orders.readLine()) {
      String[] words = order.split(" ");
      long since = System.nanoTime();
      String outcome;
      try {
        outcome = carryOut(words[0], words.length > 1 ? Path.of(words[1]) : null);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      } catch (IOException e) {
        outcome = e.getMessage();
      }
      System.out.println((System.nanoTime() - since) / 1_000_000 + " " + outcome);
    }
  }

  private static String carryOut(String what, Path file) throws IOException, InterruptedException {
    switch (what) {
      case "wait":
        // The name of the file is a time in milliseconds. Nobody counts it down.
        new CountDownLatch(1).await(Long.parseLong("" + file), TimeUnit.MILLISECONDS);
        return "done";
      case "millis":
        return Long.toString(System.currentTimeMillis());
      case "instant":
        return Long.toString(Instant.now().toEpochMilli());
      case "nanos":
        return Long.toString(System.nanoTime());
      default:
    }
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.wrap(new byte[] {1});
      switch (what) {
        case "write" -> channel.write(one);
        case "pwrite" -> channel.write(one, 0);
        case "writev" -> channel.write(new ByteBuffer[] {one, ByteBuffer.wrap(new byte[1])});
        case "read" -> channel.read(one);
        case "pread" -> channel.read(one, 0);
        case "readv" -> channel.read(new ByteBuffer[] {one, ByteBuffer.allocate(1)});
        case "fsync" -> channel.force(true);
        case "fdatasync" -> channel.force(false);
        default -> throw new IllegalArgumentException(what);
      }
    }
    return "done";
  }
}
