package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.zabdb.core.message.Entry;
import io.zabdb.core.session.Retention;
import io.zabdb.core.step.Refusal;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Change;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Family;
import io.zabdb.model.data.RowMutation;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.ring.TokenRange;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.ShardCommand;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.Structure;
import io.zabdb.storage.command.StructureCodec;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.engine.StorageEngine;
import io.zabdb.storage.engine.TreeEngine;
import io.zabdb.storage.memory.MemoryDisk;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a retry is told that finds its first attempt in the log. */
class AnswersTest implements UpdateCallback {

  private static final String PARTITION = "p";
  private static final long SESSION = 7;
  private static final byte[] NO_COMMAND = {99};

  private final StorageEngine engine = TreeEngine.inMemory(new MemoryDisk());
  private final Answers answers = new Answers();
  private Object heard;

  @BeforeEach
  void create() {
    engine.createPartition(new Partition(PARTITION, 0, List.of(Family.of("f"))));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private static byte[] put(Retention kept) {
    Change put = new Change.Put(new Column("f", Bytes.of("q")), Bytes.of("v"));
    Action action = new Action.Mutate(new RowMutation(Bytes.of("row"), List.of(put)));
    return CommandCodec.encode(new Command(PARTITION, 1_000, 0, kept, action));
  }

  private Result apply(long session, long seq, byte[] payload) {
    long counter = engine.applied().length() + 1;
    return engine.apply(List.of(new Entry(1, counter, session, seq, payload))).get(0);
  }

  /** What somebody hears who asks again for what is in the log, and is applied. */
  private Object ask(long seq) {
    long length = engine.applied().length();
    answers.add(List.of(new Answers.Answer(PARTITION, List.of(), SESSION, seq, length, this)));
    answers.answer(length, engine::snapshot).forEach(Runnable::run);
    return heard;
  }

  @Test
  void theLastUpdateOfASessionHasItsResult() {
    Result first = apply(SESSION, 1, put(Retention.FOREVER));
    assertInstanceOf(Result.Done.class, first);
    assertEquals(first, ask(1));
  }

  @Test
  void anEarlierOneWasDone() {
    apply(SESSION, 1, put(Retention.FOREVER));
    apply(SESSION, 2, put(Retention.FOREVER));
    assertEquals("forgotten, was done", ask(1));
  }

  /** It used to be told that it was done once, and its result forgotten. */
  @Test
  void oneThatWasRefusedWhenItWasAppliedWasNotDone() {
    apply(SESSION, 1, put(Retention.FOREVER));
    assertInstanceOf(Result.Refused.class, apply(SESSION, 2, NO_COMMAND));
    assertEquals("refused when applied", ask(2));
  }

  /** To say that it was not done would be a lie: others did it. */
  @Test
  void whoeverLacksThePartitionDoesNotKnow() {
    Birth self = new Birth(1, 2);
    Birth other = new Birth(3, 4);
    PartitionId part = new PartitionId("moved", TokenRange.ALL);
    PartitionCopy base =
        new PartitionCopy(1, Bytes.of("elsewhere"), Collections.emptySortedMap(), 0);
    engine.dropPartition(PARTITION);
    structure(Structure.of(ShardCommand.found(self, List.of())));
    structure(
        new Structure(
            ShardCommand.of(CommandKind.PREPARE, part, 1, other), List.of(Family.of("f"))));
    for (CommandKind kind : List.of(CommandKind.STAGE, CommandKind.FINISH, CommandKind.ACTIVATE)) {
      structure(Structure.of(new ShardCommand(kind, part, 1, other, 0, null, base, List.of())));
    }
    Entry entry = new Entry(1, engine.applied().length() + 1, SESSION, 1, put("moved"));
    long length = entry.zxid().counter();
    answers.add(List.of(new Answers.Answer("moved", List.of(), SESSION, 1, length, this)));
    answers.applied(List.of(entry), engine.apply(List.of(entry)));
    answers.answer(length, engine::snapshot).forEach(Runnable::run);
    assertEquals("unknown", heard);
    heard = null;
    // Whoever asks again.
    answers.add(List.of(new Answers.Answer("moved", List.of(), SESSION, 1, length, this)));
    answers.answer(length, engine::snapshot).forEach(Runnable::run);
    assertEquals("unknown", heard);
  }

  /** Several of them may be in one batch. */
  @Test
  void eachOfTheGroupsOwnCommandsHasItsOwnAnswer() {
    Result refused = new Result.Refused(ErrorCode.INVALID_ARGUMENT, "not admitted");
    List<Entry> entries =
        List.of(
            new Entry(1, 1, Structure.SESSION, 1, NO_COMMAND),
            new Entry(1, 2, Structure.SESSION, 2, NO_COMMAND));
    answers.add(
        List.of(
            new Answers.Answer("", List.of(), Structure.SESSION, 1, 1, this),
            new Answers.Answer("", List.of(), Structure.SESSION, 2, 2, this)));
    answers.applied(entries, List.of(refused, new Result.Nothing()));
    List<Runnable> ready = answers.answer(2, engine::snapshot);
    ready.get(0).run();
    assertEquals(refused, heard);
    ready.get(1).run();
    assertInstanceOf(Result.Nothing.class, heard);
  }

  private void structure(Structure structure) {
    long place = engine.applied().length() + 1;
    Result result = apply(Structure.SESSION, place, StructureCodec.encode(structure));
    assertInstanceOf(Result.Done.class, result, structure::toString);
  }

  private static byte[] put(String partition) {
    Change put = new Change.Put(new Column("f", Bytes.of("q")), Bytes.of("v"));
    Action action = new Action.Mutate(new RowMutation(Bytes.of("row"), List.of(put)));
    return CommandCodec.encode(new Command(partition, 1_000, action));
  }

  @Test
  void ofAForgottenSessionNobodyKnows() {
    Retention one = new Retention(Long.MAX_VALUE, 1);
    apply(SESSION, 1, put(one));
    apply(SESSION + 1, 1, put(one));
    apply(SESSION + 2, 1, put(one));
    assertEquals("forgotten", ask(1));
  }

  // The callback

  @Override
  public void answered(Result result, long index) {
    heard = result;
  }

  @Override
  public void forgotten(boolean isSessionKnown) {
    heard = isSessionKnown ? "forgotten, was done" : "forgotten";
  }

  @Override
  public void refusedWhenApplied() {
    heard = "refused when applied";
  }

  @Override
  public void refused(Refusal refusal, int leader) {
    heard = refusal;
  }

  @Override
  public void notAdmitted(String why) {
    heard = why;
  }

  @Override
  public void apart(String why) {
    heard = why;
  }

  @Override
  public void unknown() {
    heard = "unknown";
  }

  @Override
  public boolean isAbandoned() {
    return false;
  }

  @Override
  public void abandoned() {
    heard = "abandoned";
  }

  @Override
  public void diskFull() {
    heard = "disk full";
  }
}
