package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.ScanRange;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.data.Partition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A long random sequence of operations: commands, flushes, crashes with replay, garbage collection,
 * compactions, checkpoints that are installed, partitions that come, go and move. The engine is
 * compared with a model, and by its hash with an engine in memory to which nothing of that happens.
 * What a step does is drawn from its own number, so that a run without some of its steps still does
 * much the same.
 */
final class RandomRun implements AutoCloseable {

  static final List<Family> FAMILIES =
      List.of(new Family("one", 1, 0), new Family("three", 3, 0), new Family("brief", 4, 150));

  private static final int SESSIONS = 5;
  private static final int ALL_VERSIONS = 100;

  private final Consumer<String> watcher;
  private final List<String> history = new ArrayList<>();
  private final Random random;
  private final Path directory;
  private final Model model = new Model();
  private final RandomCommands commands;
  private final List<Entry> log = new ArrayList<>();
  private final List<Result> results = new ArrayList<>();
  // Nothing but commands happens to this one.
  private final StorageEngine calm = new MemoryBackend().open();
  private Backend backend;
  private StorageEngine engine;
  private long epoch = 1;
  private long counter;
  private long moves;
  private int files;

  /**
   * A run on a new engine.
   *
   * @param directory for what it exports
   * @param watcher is told what happens
   */
  RandomRun(long seed, Backend backend, Path directory, Consumer<String> watcher)
      throws IOException {
    this.watcher = watcher;
    random = new Random(seed);
    commands = new RandomCommands(random, model);
    this.backend = backend;
    this.directory = Files.createDirectories(directory);
    engine = open();
  }

  /** Sessions are consolidated at other moments than in the calm engine, and after each start. */
  private StorageEngine open() {
    return backend.open(1 + random.nextInt(40));
  }

  void run(List<Long> steps) {
    try {
      create("p");
      for (long step : steps) {
        random.setSeed(step);
        step();
        if (random.nextInt(10) == 0) {
          compare();
        }
      }
      compare();
      crash();
      compare();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("failed after " + history, e);
    }
  }

  private void step() {
    switch (random.nextInt(40)) {
      case 0, 1 -> step("crash", this::crash);
      case 2, 3, 4 -> step("flush", engine::flush);
      case 5, 6 -> step("collect", this::collect);
      case 7 -> step("automatic", () -> engine.compactions().setAutomatic(random.nextBoolean()));
      case 8 -> step("compact", this::compact);
      case 9 -> step("install", this::install);
      case 10 -> step("create or drop", this::createOrDrop);
      case 11 -> step("move", this::move);
      default -> step("apply", this::apply);
    }
  }

  private void step(String what, Runnable action) {
    history.add(what);
    watcher.accept(what);
    action.run();
  }

  private void apply() {
    List<Entry> entries = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int i = random.nextInt(5); i >= 0; i--) {
      Command command = random.nextInt(20) == 0 ? null : commands.next();
      Entry entry = entry(command);
      entries.add(entry);
      expected.add(model.apply(entry, command));
    }
    List<Result> answers = engine.apply(entries);
    assertEquals(expected, answers.stream().map(RandomRun::outcome).toList());
    assertEquals(answers, calm.apply(entries));
    log.addAll(entries);
    results.addAll(answers);
  }

  private Entry entry(Command command) {
    if (random.nextInt(50) == 0) {
      epoch++;
      counter = 0;
    }
    counter++;
    byte[] payload =
        command != null ? CommandCodec.encode(command) : new byte[random.nextInt(2) * 5];
    long session = random.nextInt(SESSIONS);
    long last = model.sessions().getOrDefault(session, 0L);
    // A new request, or one that was made before, the last or an older one.
    long seq = Math.max(1, last + 1 - (random.nextInt(10) == 0 ? random.nextInt(4) : 0));
    return new Entry(epoch, counter, session, seq, payload);
  }

  private static String outcome(Result result) {
    return result == null ? null : result.getClass().getSimpleName();
  }

  /** Loses what was not flushed, and applies it again: with the same answers. */
  private void crash() {
    AppliedPoint flushed = engine.flushed();
    engine.close();
    engine = open();
    assertEquals(flushed, engine.applied());
    int from = (int) flushed.length();
    assertTrue(from <= log.size());
    for (int at = from; at < log.size(); ) {
      int to = Math.min(log.size(), at + 1 + random.nextInt(7));
      assertEquals(results.subList(at, to), engine.apply(log.subList(at, to)));
      at = to;
    }
  }

  private void collect() {
    for (String partition : model.names()) {
      Bytes from = null;
      do {
        from = engine.collect(partition, from, 1 + random.nextInt(30));
      } while (from != null && random.nextInt(10) > 0);
    }
  }

  private void compact() {
    for (String partition : model.names()) {
      long split = random.nextLong();
      TokenRange range =
          random.nextBoolean()
              ? new TokenRange(Long.MIN_VALUE, split)
              : new TokenRange(split, Long.MAX_VALUE);
      engine.compactions().compact(partition, range);
    }
  }

  /** Goes on with a new engine that has installed this one's checkpoint. */
  private void install() {
    Path exported = directory.resolve("checkpoint-" + files++);
    engine.exportCheckpoint(exported);
    backend = backend.fresh();
    StorageEngine next = open();
    next.importCheckpoint(exported);
    next.finishImport();
    engine.close();
    engine = next;
  }

  private void createOrDrop() {
    String partition = RandomCommands.PARTITIONS.get(random.nextInt(3));
    if (model.names().contains(partition)) {
      drop(partition);
    } else {
      create(partition);
    }
  }

  private void create(String partition) {
    Partition spec = new Partition(partition, moves, FAMILIES);
    model.create(spec);
    engine.createPartition(spec);
    calm.createPartition(spec);
  }

  private void drop(String partition) {
    model.drop(partition);
    engine.dropPartition(partition);
    calm.dropPartition(partition);
  }

  /** A partition replaces another, or itself. */
  private void move() {
    for (String from : List.copyOf(model.names())) {
      String to = RandomCommands.PARTITIONS.get(random.nextInt(3));
      moves++;
      Path exported = directory.resolve("partition-" + files++);
      Path calmly = directory.resolve("partition-" + files++);
      exportPartition(engine, from, exported);
      exportPartition(calm, from, calmly);
      model.copy(from, to, moves);
      replace(engine, exported, to);
      replace(calm, calmly, to);
    }
  }

  private static void exportPartition(StorageEngine engine, String partition, Path directory) {
    try (Snapshot snapshot = engine.snapshot()) {
      engine.exportPartition(snapshot, partition, directory);
    }
  }

  private void replace(StorageEngine target, Path exported, String partition) {
    try (Snapshot snapshot = target.snapshot()) {
      if (snapshot.partitions().stream().anyMatch(p -> p.name().equals(partition))) {
        target.dropPartition(partition);
      }
    }
    target.importPartition(exported, partition, moves);
  }

  private void compare() {
    try (Snapshot snapshot = engine.snapshot();
        Snapshot untroubled = calm.snapshot()) {
      assertEquals(log.size(), snapshot.length());
      assertEquals(model.time(), snapshot.applied().time());
      assertEquals(
          List.copyOf(model.names()), snapshot.partitions().stream().map(Partition::name).toList());
      for (String partition : model.names()) {
        compare(snapshot, partition);
      }
      assertEquals(untroubled.hash(), snapshot.hash());
    }
  }

  private void compare(Snapshot snapshot, String partition) {
    int versions = random.nextBoolean() ? ALL_VERSIONS : 1 + random.nextInt(3);
    CellScan scan = CellScan.of(new ScanRange.Tokens(TokenRange.ALL)).versions(versions);
    List<Cell> expected = model.scan(partition, versions);
    assertEquals(expected, scanAll(snapshot, partition, scan.pagesOf(1 + random.nextInt(20))));
    for (int i = 0; i < 20; i++) {
      Bytes row = commands.row();
      compareRow(snapshot, partition, row, scan.versions(), expected);
    }
    for (long session = 0; session < SESSIONS; session++) {
      long seq = model.sessions().getOrDefault(session, 0L);
      assertEquals(
          model.outcome(partition, session, seq),
          outcome(snapshot.result(partition, session, seq)));
    }
  }

  private void compareRow(
      Snapshot snapshot, String partition, Bytes row, int versions, List<Cell> all) {
    List<Cell> inRow = all.stream().filter(cell -> cell.row().equals(row)).toList();
    CellScan scan = CellScan.of(new ScanRange.Row(row)).versions(versions);
    assertEquals(inRow, scanAll(snapshot, partition, scan));
    String family = FAMILIES.get(random.nextInt(3)).name();
    Bytes from = commands.qualifier();
    Bytes to = commands.qualifier();
    List<Cell> inColumn =
        inRow.stream()
            .filter(
                cell ->
                    cell.column().family().equals(family) && cell.column().qualifier().equals(from))
            .toList();
    assertEquals(inColumn, snapshot.get(partition, row, family, from, versions));
    if (from.compareTo(to) <= 0) {
      List<Cell> between =
          inRow.stream()
              .filter(cell -> cell.column().family().equals(family))
              .filter(cell -> cell.column().qualifier().compareTo(from) >= 0)
              .filter(cell -> cell.column().qualifier().compareTo(to) < 0)
              .toList();
      CellScan columns =
          CellScan.of(new ScanRange.Columns(row, family, from, to)).versions(versions).pagesOf(2);
      assertEquals(between, scanAll(snapshot, partition, columns));
    }
  }

  /** All cells of a scan, page by page. */
  static List<Cell> scanAll(Snapshot snapshot, String partition, CellScan scan) {
    List<Cell> cells = new ArrayList<>();
    CellScan next = scan;
    while (next != null) {
      CellPage page = snapshot.scan(partition, next);
      assertTrue(page.cells().size() <= scan.maxCells());
      cells.addAll(page.cells());
      next = page.next() == null ? null : next.from(page.next());
    }
    return cells;
  }

  @Override
  public void close() {
    engine.close();
    calm.close();
  }
}
