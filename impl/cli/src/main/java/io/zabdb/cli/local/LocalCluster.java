package io.zabdb.cli.local;

import io.zabdb.cli.error.CliException;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * A cluster on this machine and its directory. One command at a time starts and stops processes of
 * it: {@link #close} lets others.
 */
public final class LocalCluster implements AutoCloseable {

  private static final String LOCK = "lock";

  private final Path directory;
  private final FileChannel lock;
  private Layout layout;

  private LocalCluster(Path directory, FileChannel lock, Layout layout) {
    this.directory = directory;
    this.lock = lock;
    this.layout = layout;
  }

  /** Where a cluster is if nothing else is said. */
  public static Path defaultDirectory() {
    return Path.of(System.getProperty("zabdb.home", ".")).toAbsolutePath().resolve("data");
  }

  /**
   * Opens the cluster of a directory.
   *
   * @throws CliException if there is none
   */
  public static LocalCluster open(Path given) throws IOException, CliException {
    Path directory = given.toAbsolutePath().normalize();
    if (Layout.read(directory).isEmpty()) {
      throw CliException.usage(
          "there is no cluster in " + directory + ": './zabdb up' makes one; --dir names another");
    }
    FileChannel lock = lock(directory);
    return new LocalCluster(directory, lock, Layout.read(directory).orElseThrow());
  }

  /**
   * Makes a cluster in a directory that is empty or missing.
   *
   * @throws CliException if something is there
   */
  public static LocalCluster create(Path given, int nodes, SortedMap<String, String> options)
      throws IOException, CliException {
    Path directory = Files.createDirectories(given.toAbsolutePath().normalize());
    FileChannel lock = lock(directory);
    try (Stream<Path> all = Files.list(directory)) {
      List<String> strangers =
          all.map(file -> file.getFileName().toString())
              .filter(name -> !name.equals(LOCK))
              .sorted()
              .toList();
      if (!strangers.isEmpty()) {
        lock.close();
        throw CliException.usage(
            directory
                + " is not empty and not the directory of a cluster (it has "
                + strangers.get(0)
                + "); use another --dir");
      }
    }
    Layout layout = Layout.create(nodes, options);
    layout.write(directory);
    return new LocalCluster(directory, lock, layout);
  }

  private static FileChannel lock(Path directory) throws IOException, CliException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Another thread of this process has it.
      lock = null;
    }
    if (lock == null) {
      channel.close();
      throw CliException.differs("another 'up' or 'down' works on " + directory + " now");
    }
    return channel;
  }

  public Path directory() {
    return directory;
  }

  public Layout layout() {
    return layout;
  }

  /** Gives the nodes other options from their next start on. */
  public void change(SortedMap<String, String> options) throws IOException {
    layout = layout.withOptions(options);
    layout.write(directory);
  }

  /** Adds a node, which founds nothing of what there is; its process is not started. */
  public Layout.LocalNode add(boolean spare) throws IOException {
    layout = layout.withOneMore(spare);
    layout.write(directory);
    return layout.nodes().get(layout.nodes().size() - 1);
  }

  /** A change of members begins: asked for again, it is gone on with. */
  public void begin(Layout.NodeChange change) throws IOException {
    layout = layout.with(change);
    layout.write(directory);
  }

  /** It is done. */
  public void end(Layout.NodeChange change) throws IOException {
    layout = layout.without(change);
    layout.write(directory);
  }

  /** A node is no part of the cluster any more; its data stays where it is. */
  public void remove(Layout.LocalNode node) throws IOException {
    layout = layout.without(node);
    layout.write(directory);
  }

  /** All processes: the configuration manager, then the nodes. */
  public List<LocalProcess> processes() {
    List<LocalProcess> all = new ArrayList<>();
    all.add(configManager());
    layout.nodes().forEach(node -> all.add(process(node)));
    return all;
  }

  /** The process of the configuration manager. */
  public LocalProcess configManager() {
    String name = "config-manager";
    Path temporary = directory.resolve("run").resolve(name + ".tmp");
    List<String> line = new ArrayList<>(Jvm.configManager(mark(name), temporary));
    Address address = Address.parse(layout.zookeeper());
    line.addAll(
        List.of(
            name,
            "--host=" + address.host(),
            "--port=" + address.port(),
            "--data-directory=" + directory.resolve(name),
            "--log-file=" + directory.resolve("log").resolve(name + ".log")));
    return new LocalProcess(name, directory, temporary, line, List.of(address));
  }

  /** The process of a node. */
  public LocalProcess process(Layout.LocalNode node) {
    String name = "node-" + node.id();
    Path temporary = directory.resolve("run").resolve(name + ".tmp");
    List<String> line = new ArrayList<>(Jvm.node(mark(name), temporary));
    line.add("node");
    layout
        .configuration(node, directory)
        .forEach((option, value) -> line.add("--" + option + "=" + value));
    return new LocalProcess(name, directory, temporary, line, node.addresses());
  }

  private String mark(String name) {
    return "-Dzabdb.process=" + directory.resolve(name);
  }

  /** Lets other commands work on the cluster; its processes go on. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
