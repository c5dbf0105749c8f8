package io.zabdb.conformance.move;

import static io.zabdb.conformance.state.SpecValues.elements;
import static io.zabdb.conformance.state.SpecValues.field;
import static io.zabdb.conformance.state.SpecValues.list;
import static io.zabdb.conformance.state.SpecValues.number;
import static io.zabdb.conformance.state.SpecValues.text;
import static io.zabdb.conformance.state.SpecValues.texts;
import static io.zabdb.conformance.state.SpecValues.truth;

import io.zabdb.model.data.Bytes;
import io.zabdb.modelcheck.value.Value;
import io.zabdb.shard.Birth;
import io.zabdb.shard.CommandKind;
import io.zabdb.shard.Heir;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveGuards;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.OwnerAnswers;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionLog;
import io.zabdb.shard.ShardCommand;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.Speech;
import io.zabdb.shard.SpeechGuards;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tables of the code take the steps of a behaviour of {@code specs/shard/ReplayMove}; after each
 * the states, the messages and what may be done next are compared. Not thread-safe.
 */
final class MoveReplay {

  /** As in {@code MoveReplayTest.CONFIGURATION}. */
  private static final int MAX_HEIRS = 1;

  private static final String FIRST_OWNER = "a";

  private static final Map<MessageType, CommandKind> KINDS =
      Map.of(
          MessageType.PREPARE, CommandKind.PREPARE,
          MessageType.BASE, CommandKind.STAGE,
          MessageType.CATCH, CommandKind.CATCH,
          MessageType.MANIFEST, CommandKind.FINISH,
          MessageType.ACTIVATE, CommandKind.ACTIVATE,
          MessageType.CANCEL, CommandKind.CANCEL,
          MessageType.READY, CommandKind.SWITCH,
          MessageType.DONE, CommandKind.RELEASE,
          MessageType.TOO_LOW, CommandKind.ABORT);

  private final Map<String, MoveGroup> groups = new TreeMap<>();
  private final Set<MoveMessage> messages = new LinkedHashSet<>();
  private final Speech speech;
  private final OwnerAnswers answers;
  private final List<String> differences = new ArrayList<>();

  MoveReplay(MoveGuards moves, SpeechGuards says) {
    PartitionLog log = new PartitionLog(moves, MAX_HEIRS);
    speech = new Speech(moves, says);
    answers = new OwnerAnswers(says);
    for (String name : List.of("a", "b", "c")) {
      boolean owns = name.equals(FIRST_OWNER);
      groups.put(
          name,
          new MoveGroup(
              log,
              speech,
              MoveValues.group(name),
              owns ? MoveValues.singles() : List.of(),
              owns ? 9 : 0,
              owns ? 0 : 2));
    }
  }

  /** The first step that the tables do not follow, in words; empty if they follow all. */
  static Optional<String> replay(List<List<Value>> behaviour, MoveGuards moves, SpeechGuards says) {
    MoveReplay replay = new MoveReplay(moves, says);
    int number = 0;
    for (List<Value> step : behaviour) {
      number++;
      try {
        replay.take(step);
      } catch (RuntimeException refused) {
        replay.differences.add(refused.toString());
      }
      if (!replay.differences.isEmpty()) {
        return Optional.of(
            "step "
                + number
                + ", "
                + action(step)
                + ": "
                + String.join("\n  ", replay.differences));
      }
    }
    return Optional.empty();
  }

  static String action(List<Value> step) {
    return text(field(step.get(0), "action"));
  }

  private void take(List<Value> step) {
    String name = text(field(step.get(0), "group"));
    MoveGroup group = groups.get(name);
    Set<MoveMessage> before = new HashSet<>(messages);
    act(action(step), group, field(step.get(0), "about"));
    Set<MoveMessage> news = new HashSet<>(messages);
    news.removeAll(before);
    Set<MoveMessage> expected = new HashSet<>();
    elements(step.get(1)).forEach(message -> expected.add(MoveValues.message(message)));
    same("messages", expected, news);
    boolean dissolved = truth(step.get(2));
    same(
        "state",
        MoveValues.state(step.get(3), group.table().self(), dissolved),
        WholeState.of(group.table()));
    same(
        "state at the tail",
        MoveValues.state(step.get(4), group.table().self(), dissolved).withoutResults(),
        WholeState.of(group.atTail()).withoutResults());
    MoveValues.TOKENS.forEach(
        (key, token) ->
            same(
                "cell of " + key,
                MoveValues.cell(field(field(step.get(3), "cells"), key)),
                group.cells().cell(token)));
    compareMay(group, step.get(5));
  }

  private void same(String what, Object expected, Object actual) {
    if (!expected.equals(actual)) {
      differences.add(what + " is " + actual + ", not " + expected);
    }
  }

  private void act(String action, MoveGroup g, Value about) {
    switch (action) {
      case "HandlePrepare" -> g.log(g.destination().handlePrepare(MoveValues.message(about)));
      case "HandleBase" -> g.log(g.destination().handleBase(MoveValues.message(about)));
      case "HandleCatch" -> g.log(g.destination().handleCatch(MoveValues.message(about)));
      case "HandleManifest" -> g.log(g.destination().handleManifest(MoveValues.message(about)));
      case "HandleActivate" -> g.log(g.destination().handleActivate(MoveValues.message(about)));
      case "HandleCancel" -> g.log(g.destination().handleCancel(MoveValues.message(about)));
      case "HandleReady" -> g.log(g.source().handleReady(MoveValues.message(about)));
      case "HandleDone" -> g.log(g.source().handleDone(MoveValues.message(about)));
      case "HandleTooLow" -> g.log(g.source().handleTooLow(MoveValues.message(about)));
      case "SealMove" -> g.log(g.source().sealMove(MoveValues.part(about)));
      case "AbortMove" -> g.log(g.source().abortMove(MoveValues.part(about)));
      case "BeginMove" ->
          g.log(
              g.source()
                  .beginMove(
                      MoveValues.part(list(about).get(0)), MoveValues.group(list(about).get(1))));
      case "BeginSharding" -> g.log(g.sharding().beginSharding(MoveValues.parts(about)));
      case "CommitSharding" -> g.log(g.sharding().commitSharding(MoveValues.parts(about)));
      case "AbortSharding" -> g.log(g.sharding().abortSharding(MoveValues.parts(about)));
      case "Admit" -> g.log(g.admission().admit(MoveValues.update(about)));
      case "Commit" -> {
        g.commit().ifPresent(messages::add);
        say();
      }
      case "LeaderChange" -> g.leaderChange((int) number(about));
      case "CatchUp" -> {
        g.catchUp();
        say();
      }
      case "Say" -> say();
      case "Join" -> g.join();
      case "Crash" -> lose(g);
      case "Dissolve" -> {
        g.log(g.admission().dissolve());
        g.commit();
        lose(g);
        say();
      }
      case "AnswerUpdate", "AnswerRead", "ConfirmRead", "Redirect" -> answer(action, g, about);
      // Of clients alone.
      case "Invoke", "Respond", "AskManager" -> {}
      default -> throw new IllegalArgumentException("no action of Move: " + action);
    }
  }

  private void lose(MoveGroup g) {
    messages.removeIf(message -> message.src().equals(g.table().self()));
  }

  /** {@code MoveGroups!Spoken}: by whom a group has applied everything, and by one that lags. */
  private void say() {
    for (MoveGroup group : groups.values()) {
      if (!group.table().isDissolved()) {
        messages.addAll(speech.say(group.table()));
        messages.addAll(speech.say(group.replica()));
      }
    }
    for (MoveMessage message : List.copyOf(messages)) {
      for (MoveGroup group : groups.values()) {
        if (group.table().isDissolved()) {
          sayInPlaceOf(group, message);
        } else {
          messages.addAll(speech.reply(group.table(), message));
          messages.addAll(speech.reply(group.replica(), message));
        }
      }
    }
  }

  /** Whoever has noted its end. */
  private void sayInPlaceOf(MoveGroup dissolved, MoveMessage message) {
    if (message.dst().equals(dissolved.table().self())) {
      messages.addAll(Speech.forDissolved(List.of(message)));
    }
  }

  private void answer(String action, MoveGroup g, Value about) {
    if (action.equals("ConfirmRead")) {
      same("index", number(about) + MoveValues.FOUNDING, answers.confirmRead(g.table()));
      return;
    }
    List<Value> parts = list(about);
    if (action.equals("AnswerUpdate")) {
      long client = MoveValues.client(parts.get(0));
      same(
          "answer",
          Optional.of(MoveValues.result(parts.get(3))),
          answers
              .answerUpdate(g.table(), token(parts.get(2)), client, number(parts.get(1)))
              .map(last -> last.result()));
    } else if (action.equals("AnswerRead")) {
      long token = token(parts.get(0));
      long index = number(parts.get(1)) + MoveValues.FOUNDING;
      same("may read", true, answers.answerRead(g.replica(), index, token));
      SpecCells.Cell cell = g.replicaCells().cell(token);
      Bytes read = SpecCells.result(true, cell.live(g.replica().time()), cell.version());
      same("value", MoveValues.result(parts.get(2)), read);
    } else {
      Heir named =
          answers.redirect(g.replica(), token(parts.get(0)), number(parts.get(1))).orElseThrow();
      same("heir", MoveValues.group(field(parts.get(2), "group")), named.group());
      same("by attempt", number(field(parts.get(2), "epoch")), named.epoch());
    }
  }

  private static long token(Value key) {
    return MoveValues.TOKENS.get(text(key));
  }

  private void compareMay(MoveGroup g, Value may) {
    long due = messages.stream().filter(m -> isDue(g, m)).count();
    same("messages that are due", number(field(may, "due")), due);
    for (Value each : elements(field(may, "admit"))) {
      List<Value> parts = list(each);
      Set<Long> tokens = new LinkedHashSet<>(List.of(token(parts.get(2))));
      texts(parts.get(3)).forEach(key -> tokens.add(MoveValues.TOKENS.get(key)));
      ShardUpdate update =
          new ShardUpdate(
              MoveValues.client(parts.get(0)),
              number(parts.get(1)),
              List.copyOf(tokens),
              0,
              ShardUpdate.NO_VERSION,
              Bytes.EMPTY);
      same("admission of " + update, truth(parts.get(4)), g.mayLog(ShardCommand.update(update)));
    }
    same("may be sealed", setOf(field(may, "seal")), those(g, CommandKind.SEAL, 0));
    same("may be aborted", setOf(field(may, "abort")), those(g, CommandKind.ABORT, 0));
    same("may begin", setOf(field(may, "begin")), those(g, CommandKind.BEGIN, 1));
    compareShardings(g, field(may, "shard"));
    Set<String> readable = texts(field(may, "read"));
    MoveValues.TOKENS.forEach(
        (key, token) ->
            same(
                "may read " + key,
                readable.contains(key),
                answers.answerRead(g.replica(), 0, token)));
    same(
        "corrections",
        MoveValues.heirs(field(may, "heirs")),
        WholeState.of(g.replica()).table().heirs());
  }

  private static boolean isDue(MoveGroup g, MoveMessage m) {
    CommandKind kind = KINDS.get(m.type());
    return kind != null
        && m.dst().equals(g.table().self())
        && g.mayLog(
            new ShardCommand(
                kind, m.part(), m.epoch(), m.src(), m.number(), m.entry(), m.copy(), List.of()));
  }

  private static Set<PartitionId> setOf(Value parts) {
    return new TreeSet<>(MoveValues.parts(parts));
  }

  /** The partitions about which a command of the present number, or a higher one, may be logged. */
  private static Set<PartitionId> those(MoveGroup g, CommandKind kind, long higher) {
    Set<PartitionId> those = new TreeSet<>();
    for (PartitionId part : g.atTail().parts()) {
      long number = g.atTail().record(part).orElseThrow().epoch() + higher;
      if (g.mayLog(ShardCommand.of(kind, part, number, Birth.NOBODY))) {
        those.add(part);
      }
    }
    return those;
  }

  private void compareShardings(MoveGroup g, Value shard) {
    Set<List<PartitionId>> expected = new HashSet<>();
    elements(shard).forEach(parts -> expected.add(MoveValues.parts(parts)));
    Set<List<PartitionId>> actual = new HashSet<>();
    PartitionId whole = MoveValues.part(MoveValues.TOKENS.keySet());
    List<PartitionId> halves = MoveValues.singles();
    for (List<PartitionId> into : List.of(List.of(whole), halves)) {
      if (g.mayLog(ShardCommand.shard(CommandKind.BEGIN_SHARDING, into))) {
        actual.add(into);
      }
    }
    same("may be split or merged into", expected, actual);
  }
}
