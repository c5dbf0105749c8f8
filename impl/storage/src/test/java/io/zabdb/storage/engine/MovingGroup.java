package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.zabdb.core.message.Entry;
import io.zabdb.model.data.Family;
import io.zabdb.shard.Birth;
import io.zabdb.shard.Cells;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionLog;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.SessionRecords;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.TailAdmission;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/** A group of replicas with an agreed log, each of which has applied as much as it has. */
final class MovingGroup {

  static final int REPLICAS = 3;
  static final int QUORUM = 2;

  /** A replica: its store, which a crash takes back to the last flush. */
  final class Member {

    private final Backend backend;
    private final Path arrivals;
    StorageEngine engine;

    private Member(Backend backend, Path arrivals) {
      this.backend = backend;
      this.arrivals = arrivals;
      open();
    }

    private void open() {
      engine = backend.open();
      engine.keepArrivalsIn(arrivals);
    }

    void crash() {
      engine.close();
      open();
    }

    /** Applies some of what it has not applied; each result is told. */
    void apply(int most) {
      int from = (int) engine.applied().length();
      int to = Math.min(log.size(), from + most);
      while (from < to) {
        int end = from + 1;
        while (!StorageEngine.standsAlone(log.get(from))
            && end < to
            && !StorageEngine.standsAlone(log.get(end))) {
          end++;
        }
        List<Entry> batch = log.subList(from, end);
        List<Result> results = engine.apply(batch);
        for (int i = 0; i < batch.size(); i++) {
          tell(batch.get(i), results.get(i));
        }
        from = end;
      }
    }

    private void tell(Entry entry, Result result) {
      if (StorageEngine.isOfGroup(entry)) {
        // What the end of the log admitted takes effect.
        assertInstanceOf(Result.Done.class, result, () -> "entry " + entry.zxid());
      } else {
        answers.accept(entry, result);
      }
    }

    PartitionTable table() {
      return new PartitionTable(
          engine.table().at(engine.applied().length(), engine.applied().time()),
          SessionRecords.ABSENT,
          Cells.ABSENT);
    }

    boolean isLacking() {
      return !engine.lacking().isEmpty();
    }
  }

  final Birth self;
  final List<Member> members = new ArrayList<>();
  final List<Entry> log = new ArrayList<>();
  private final BiConsumer<Entry, Result> answers;
  private final List<Family> families;
  TailAdmission tail;

  /**
   * @param answers hears of each update that a replica applies, again after a crash
   */
  MovingGroup(
      Birth self,
      Backend backend,
      Path directory,
      List<Family> families,
      Structure founding,
      BiConsumer<Entry, Result> answers) {
    this.self = self;
    this.answers = answers;
    this.families = families;
    for (int i = 0; i < REPLICAS; i++) {
      members.add(new Member(backend.fresh(), directory.resolve("arrivals-" + i)));
    }
    append(Structure.SESSION, 1, StructureCodec.encode(founding));
    lead(members.get(0));
  }

  /** {@code MoveGroups!LeaderChange}: its log holds all that was logged. */
  void lead(Member leader) {
    List<ShardCommand> behind = new ArrayList<>();
    for (Entry entry : log.subList((int) leader.engine.applied().length(), log.size())) {
      if (StorageEngine.isOfGroup(entry)) {
        behind.add(StructureCodec.decode(entry.payload()).command());
      }
    }
    tail =
        TailAdmission.leaderChange(
            new PartitionLog(), leader.engine.table(), SessionRecords.ABSENT, behind);
  }

  void append(long session, long seq, byte[] payload) {
    log.add(new Entry(1, log.size() + 1L, session, seq, payload));
  }

  /** Logs what the end of the log has admitted. */
  boolean log(Optional<ShardCommand> command) {
    command.ifPresent(
        each -> {
          boolean isPrepared = each.kind() == CommandKind.PREPARE;
          Structure structure = new Structure(each, isPrepared ? families : List.of());
          append(Structure.SESSION, log.size() + 1L, StructureCodec.encode(structure));
        });
    return command.isPresent();
  }

  void applyAll() {
    members.forEach(member -> member.apply(log.size()));
  }

  /** One that lacks a partition becomes as one that lacks nothing. */
  boolean heal(Path directory) {
    Optional<Member> whole =
        members.stream()
            .filter(member -> !member.isLacking())
            .max((a, b) -> Long.compare(a.engine.applied().length(), b.engine.applied().length()));
    Optional<Member> lacking = members.stream().filter(Member::isLacking).findFirst();
    if (whole.isEmpty()
        || lacking.isEmpty()
        || whole.get().engine.applied().length() < lacking.get().engine.applied().length()) {
      return false;
    }
    whole.get().engine.exportCheckpoint(directory);
    lacking.get().engine.importCheckpoint(directory);
    lacking.get().engine.finishImport();
    return true;
  }

  /** All have applied all, and lack nothing. */
  void assertEqual(String run) {
    List<String> hashes = new ArrayList<>();
    for (Member member : members) {
      assertEquals(log.size(), member.engine.applied().length(), run);
      assertEquals(List.of(), List.copyOf(member.engine.lacking()), run);
      try (Snapshot snapshot = member.engine.snapshot()) {
        hashes.add(snapshot.hash());
      }
    }
    assertEquals(1, hashes.stream().distinct().count(), run);
  }

  void close() {
    members.forEach(member -> member.engine.close());
  }
}
