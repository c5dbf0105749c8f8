package io.zabdb.bench.quota;

import io.zabdb.bench.cluster.OwnCluster;
import io.zabdb.bench.cluster.TestCluster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Gives each node a file system of its own, in a file: nodes that share one also share its journal,
 * and who syncs waits for what another writes within its quota. Takes root. For one thread.
 */
public final class OwnDisks implements OwnCluster.Preparation {

  /** Of each disk: enough for the trees of a bench, and written at once. */
  private static final long BYTES = 1536L << 20;

  private static final int CHUNK = 4 << 20;

  private record Mounted(String device, Path folder) {}

  private final long bytes;
  private Optional<String> refusal = Optional.empty();

  public OwnDisks() {
    this(BYTES);
  }

  OwnDisks(long bytes) {
    this.bytes = bytes;
  }

  /** Why the nodes made last share a file system, for people; empty if they do not. */
  public Optional<String> refusal() {
    return refusal;
  }

  @Override
  public OwnCluster.Removal prepare(TestCluster cluster) throws InterruptedException {
    List<Mounted> mounted = new ArrayList<>();
    refusal = Optional.empty();
    try {
      for (int node = 0; node < cluster.addresses().size(); node++) {
        Path image = cluster.directory().resolve("disk-" + node);
        mounted.add(mount(image, cluster.data(node)));
      }
    } catch (IOException e) {
      refusal = Optional.of(e.getMessage());
    }
    return () -> remove(mounted);
  }

  private Mounted mount(Path image, Path folder) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    fill(image);
    // Past the cache of the file system below: else a sync of the log would write out all the rest.
    String device = run("losetup", "--direct-io=on", "--find", "--show", image.toString());
    Mounted mounted = new Mounted(device, folder);
    try {
      String options = "lazy_itable_init=0,lazy_journal_init=0,nodiscard";
      run("mkfs.ext4", "-q", "-F", "-m", "0", "-E", options, device);
      run("mount", device, folder.toString());
    } catch (IOException e) {
      run("losetup", "--detach", device);
      throw e;
    }
    // A node wants its folder empty.
    Files.deleteIfExists(folder.resolve("lost+found"));
    return mounted;
  }

  /** Blocks that have never been written would be found a place below at each sync. */
  private void fill(Path image) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(CHUNK);
    try (FileChannel file =
        FileChannel.open(image, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (long written = 0; written < bytes; written += CHUNK) {
        file.write(zeros.clear());
      }
      file.force(true);
    }
  }

  private static void remove(List<Mounted> mounted) throws IOException, InterruptedException {
    for (Mounted each : mounted) {
      run("umount", each.folder().toString());
      run("losetup", "--detach", each.device());
    }
  }

  private static String run(String... line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
    int exit = process.waitFor();
    if (exit != 0) {
      String first = Stream.of(said.split("\n")).findFirst().orElse("");
      throw new IOException(String.join(" ", line) + " failed with " + exit + ": " + first);
    }
    return said;
  }
}
