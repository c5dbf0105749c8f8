package io.zabdb.storage.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Retention;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.Token;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.DestinationMove;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.MovePhase;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.SourceMove;
import io.zabdb.shard.Speech;
import io.zabdb.shard.UpdateFate;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.data.Carrier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A partition moves between two groups of stores, back and forth, while clients update it, stores
 * crash and lack files, leaders change, and messages are lost, late, doubled and those of leaders
 * that lag. The groups do what the module {@code shard} says; here are only the messages.
 */
class RandomMovesTest {

  private static final int RUNS = 40;
  private static final int RUNS_ON_DISK = 2;
  private static final int STEPS = 600;
  private static final int SESSIONS = 4;
  private static final PartitionId P = new PartitionId("p", TokenRange.ALL);
  private static final List<Family> FAMILIES = List.of(new Family("f", 10_000, 0));
  private static final Column COLUMN = new Column("f", Bytes.of("q"));

  @TempDir Path directory;

  private final Map<String, Integer> reached = new TreeMap<>();
  private final Speech speech = new Speech();
  private Function<Path, Backend> backends = here -> new MemoryBackend();
  private Random random = new Random(0);
  private String run = "";
  private MovingGroup first;
  private MovingGroup second;
  private List<MoveMessage> messages = new ArrayList<>();
  private long clock;
  private int files;

  /** So many updates are sent at a time. */
  private int page;

  /** By session: its present update, and what it was answered. */
  private final Map<Long, Long> asked = new HashMap<>();

  private final Map<List<Long>, Result> answered = new HashMap<>();

  /** The same with RocksDB. */
  @Test
  void soItIsOnDisk() throws IOException {
    backends = here -> new RocksBackend(here.resolve("stores"));
    runAll(RUNS_ON_DISK);
    assertTrue(reached.getOrDefault("moved", 0) > 0, reached::toString);
  }

  private void runAll(int runs) throws IOException {
    for (long seed = 1; seed <= runs; seed++) {
      run = "seed " + seed;
      random = new Random(seed);
      runOnce(directory.resolve("run-" + seed));
    }
  }

  @Test
  void everyUpdateIsMadeOnceWhereverThePartitionIs() throws IOException {
    runAll(RUNS);
    for (String what :
        List.of(
            "moved",
            "aborted",
            "cancelled",
            "crashed",
            "lacking",
            "healed",
            "caught",
            "led",
            "staged",
            "repeated")) {
      assertTrue(reached.getOrDefault(what, 0) >= RUNS / 4, what + ": " + reached);
    }
  }

  private void count(String what) {
    reached.merge(what, 1, Integer::sum);
  }

  private void runOnce(Path here) throws IOException {
    messages = new ArrayList<>();
    asked.clear();
    answered.clear();
    clock = 0;
    page = 4;
    first = group(1, here, ShardCommand.found(new Birth(1, 1), List.of(P)));
    second = group(2, here, ShardCommand.found(new Birth(2, 2), List.of()));
    try {
      for (int i = 0; i < STEPS; i++) {
        step(here);
      }
      settle(here);
      first.assertEqual(run);
      second.assertEqual(run);
      check();
    } finally {
      first.close();
      second.close();
    }
  }

  private MovingGroup group(int number, Path here, ShardCommand founding) {
    Structure command = new Structure(founding, founding.into().isEmpty() ? List.of() : FAMILIES);
    return new MovingGroup(
        new Birth(number, number),
        backends.apply(here.resolve("group-" + number)),
        here.resolve("group-" + number),
        FAMILIES,
        command,
        this::applied);
  }

  private MovingGroup anyGroup() {
    return random.nextBoolean() ? first : second;
  }

  private MovingGroup other(MovingGroup group) {
    return group == first ? second : first;
  }

  private MovingGroup.Member any(MovingGroup group) {
    return group.members.get(random.nextInt(MovingGroup.REPLICAS));
  }

  private void step(Path here) throws IOException {
    MovingGroup group = anyGroup();
    noteLacking(group);
    switch (random.nextInt(14)) {
      case 0, 1, 2 -> update(group);
      case 3, 4, 5 -> any(group).apply(1 + random.nextInt(8));
      case 6 -> {
        if (random.nextInt(3) == 0) {
          any(group).engine.flush();
        }
      }
      case 7 -> {
        if (random.nextInt(4) == 0) {
          any(group).crash();
          count("crashed");
        }
      }
      case 8 -> {
        if (random.nextInt(3) == 0) {
          group.lead(any(group));
          count("led");
        }
      }
      case 9 -> decide(group);
      case 10, 11 -> speak(group, any(group), here, 2);
      default -> receive();
    }
    if (random.nextInt(20) == 0 && group.heal(here.resolve("checkpoint-" + ++files))) {
      count("healed");
    }
  }

  // -- clients

  private void update(MovingGroup group) {
    long session = 1L + random.nextInt(SESSIONS);
    long seq = asked.merge(session, 1L, Math::max);
    if (answered.containsKey(List.of(session, seq))) {
      if (random.nextInt(4) == 0) {
        count("repeated");
      } else {
        asked.put(session, ++seq);
      }
    }
    clock += random.nextInt(5);
    Bytes row = Bytes.of("row" + session);
    if (group.tail.fate(List.of(Token.of(row.array()))) != UpdateFate.ADMITTED) {
      return;
    }
    Change put = new Change.Put(COLUMN, Bytes.of("" + seq));
    Action action = new Action.Mutate(new RowMutation(row, List.of(put)));
    Command command = new Command("p", clock, 0, new Retention(1_000_000, 1_000), action);
    group.append(session, seq, CommandCodec.encode(command));
  }

  private void applied(Entry entry, Result result) {
    List<Long> update = List.of(entry.session(), entry.seq());
    if (result instanceof Result.Refused refused) {
      // Never what the group does not take: that would have been logged in vain.
      assertTrue(
          refused.code() == ErrorCode.STALE || refused.code() == ErrorCode.UNAVAILABLE,
          () -> run + ": " + refused);
      return;
    }
    Result before = answered.put(update, result);
    assertEquals(before == null ? result : before, result, () -> run + ": " + update);
  }

  // -- moves

  private Optional<PartitionRecord> record(MovingGroup.Member member) {
    return Optional.ofNullable(member.engine.table().records().get(P));
  }

  private void decide(MovingGroup group) {
    SourceMove source = new SourceMove(group.tail);
    switch (random.nextInt(6)) {
      case 0, 1 -> group.log(source.beginMove(P, other(group).self));
      case 2, 3 -> group.log(source.sealMove(P));
      default -> {
        if (random.nextInt(3) == 0 && group.log(source.abortMove(P))) {
          count("aborted");
        }
      }
    }
  }

  /** What a leader says, of what it has applied. */
  private void speak(MovingGroup group, MovingGroup.Member leader, Path here, int receivers)
      throws IOException {
    for (MoveMessage message : speech.say(leader.table())) {
      if (message.type() != MessageType.BASE) {
        messages.add(message);
      }
    }
    Optional<PartitionRecord> record = record(leader).filter(each -> Holdings.isSent(each.phase()));
    if (record.isPresent() && !leader.isLacking()) {
      sendUpdates(group, leader, record.get());
      boolean isPrepared =
          other(group).tail.atTail().record(P).filter(to -> to.position() == 0).isPresent();
      if (isPrepared || random.nextInt(20) == 0) {
        sendBase(group, leader, record.get(), here, receivers);
      }
    }
  }

  private void sendUpdates(MovingGroup group, MovingGroup.Member leader, PartitionRecord record) {
    long held = other(group).tail.atTail().record(P).map(PartitionRecord::position).orElse(0L);
    long number = Math.max(1, held - random.nextInt(2));
    try (Snapshot snapshot = leader.engine.snapshot()) {
      for (ShardUpdate update : snapshot.sent("p", number, page, 1 << 20)) {
        number++;
        messages.add(
            new MoveMessage(
                MessageType.CATCH,
                group.self,
                record.peer(),
                P,
                record.epoch(),
                number,
                update,
                null));
      }
    }
  }

  private void sendBase(
      MovingGroup group,
      MovingGroup.Member leader,
      PartitionRecord record,
      Path here,
      int receivers)
      throws IOException {
    Path exported = here.resolve("base-" + ++files);
    if (random.nextBoolean()) {
      leader.engine.exportPartition("p", here.resolve("scratch-" + ++files), exported);
    } else {
      try (Snapshot snapshot = leader.engine.snapshot()) {
        leader.engine.exportPartition(snapshot, "p", exported);
      }
    }
    int have = 0;
    Carrier carrier = null;
    for (MovingGroup.Member member : other(group).members) {
      if (have < MovingGroup.QUORUM || random.nextInt(4) < receivers) {
        carrier = member.engine.receive(copy(exported, here.resolve("copy-" + ++files)));
        have++;
      }
    }
    if (carrier != null) {
      messages.add(
          new MoveMessage(
              MessageType.BASE,
              group.self,
              record.peer(),
              P,
              record.epoch(),
              0,
              null,
              carrier.copy()));
    }
  }

  private static Path copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> all = Files.list(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(each.getFileName()));
      }
    }
    return to;
  }

  /** A message arrives: early or late, once or twice, or it is lost. */
  private void receive() {
    if (messages.isEmpty()) {
      return;
    }
    int at = random.nextInt(messages.size());
    MoveMessage message = messages.get(at);
    int fate = random.nextInt(10);
    if (fate > 0) {
      messages.remove(at);
    }
    if (fate < 9) {
      take(message);
    }
    while (messages.size() > 40) {
      messages.remove(0);
    }
  }

  private void take(MoveMessage m) {
    MovingGroup group = m.dst().equals(first.self) ? first : second;
    messages.addAll(speech.reply(any(group).table(), m));
    SourceMove source = new SourceMove(group.tail);
    DestinationMove destination = new DestinationMove(group.tail);
    switch (m.type()) {
      case PREPARE -> group.log(destination.handlePrepare(m));
      case BASE -> {
        if (isHeld(group, m) && group.log(destination.handleBase(m))) {
          count("staged");
        }
      }
      case CATCH -> {
        if (group.log(destination.handleCatch(m))) {
          count("caught");
        }
      }
      case MANIFEST -> group.log(destination.handleManifest(m));
      case ACTIVATE -> group.log(destination.handleActivate(m));
      case CANCEL -> {
        if (group.log(destination.handleCancel(m))) {
          count("cancelled");
        }
      }
      case READY -> group.log(source.handleReady(m));
      case DONE -> {
        if (group.log(source.handleDone(m))) {
          count("moved");
        }
      }
      case TOO_LOW -> {
        if (group.log(source.handleTooLow(m))) {
          count("too low");
        }
      }
      case ACCEPT -> {}
    }
  }

  /** {@code PartitionFiles!QuorumHas}. */
  private static boolean isHeld(MovingGroup group, MoveMessage base) {
    Bytes digest = Objects.requireNonNull(base.copy()).cells();
    return group.members.stream().filter(each -> each.engine.received(digest).isPresent()).count()
        >= MovingGroup.QUORUM;
  }

  // -- the end

  /** No more faults: what was begun ends, and all know all. */
  private void settle(Path here) throws IOException {
    messages.clear();
    page = STEPS;
    for (int i = 0; i < 60; i++) {
      for (MovingGroup group : List.of(first, second)) {
        group.applyAll();
        noteLacking(group);
        if (group.heal(here.resolve("checkpoint-" + ++files))) {
          count("healed");
        }
        group.lead(group.members.get(0));
        group.log(new SourceMove(group.tail).sealMove(P));
        speak(group, group.members.get(random.nextInt(MovingGroup.REPLICAS)), here, 4);
      }
      while (!messages.isEmpty()) {
        take(messages.remove(0));
      }
    }
    for (MovingGroup group : List.of(first, second)) {
      group.applyAll();
      while (group.heal(here.resolve("checkpoint-" + ++files))) {
        count("healed");
      }
    }
  }

  private void noteLacking(MovingGroup group) {
    if (group.members.stream().anyMatch(MovingGroup.Member::isLacking)) {
      count("lacking");
    }
  }

  private void check() {
    List<MovingGroup> owners =
        Stream.of(first, second)
            .filter(
                group ->
                    record(group.members.get(0))
                        .filter(record -> record.phase() == MovePhase.SERVING)
                        .isPresent())
            .toList();
    assertEquals(1, owners.size(), run);
    assertEquals(
        Optional.empty(), record(other(owners.get(0)).members.get(0)).map(PartitionRecord::phase));
    try (Snapshot snapshot = owners.get(0).members.get(0).engine.snapshot()) {
      for (long session = 1; session <= SESSIONS; session++) {
        List<String> expected = new ArrayList<>();
        long last = asked.getOrDefault(session, 0L);
        for (long seq = last; seq >= 1; seq--) {
          if (answered.containsKey(List.of(session, seq))) {
            expected.add("" + seq);
          }
        }
        List<String> found =
            snapshot.get("p", Bytes.of("row" + session), "f", COLUMN.qualifier(), 10_000).stream()
                .map(cell -> cell.value().toString())
                .toList();
        assertEquals(expected, found, run + ", session " + session);
      }
    }
    assertNotEquals(0, answered.size(), run);
    reached.merge("answered", answered.size(), Integer::sum);
  }
}
