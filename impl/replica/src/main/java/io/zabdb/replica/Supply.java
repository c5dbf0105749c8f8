package io.zabdb.replica;

import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.metrics.MoveNews;
import io.zabdb.replica.move.FoundBase;
import io.zabdb.replica.move.Holders;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MadeBase;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.shard.Speech;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What another group is given of a partition that leaves: letters, files, updates; and what it has
 * of them, as far as it has said. One thing at a time; each ends with a call of the {@link Host}.
 * By the loop.
 *
 * <p>Source: {@code MoveGroups!SaidOf}, {@code PartitionFiles}.
 */
final class Supply {

  /** Whose partition it is. */
  interface Host {

    /**
     * The other group has answered.
     *
     * @param isMore whether it takes part since, or has more than before
     */
    void answered(Letter answer, boolean isMore);

    /** Something came further, and the other group was not asked. */
    void goesOn();

    /** Nothing came further. */
    void waits(String problem);

    /** How long an answer of the other group is waited for, in milliseconds, from 1. */
    long patience();

    /** The other group is no more: nobody will take it ({@code MCMove!ForNobody}). */
    void isForNobody(String why);
  }

  private static final int HERE = -1;

  /** So often others are asked for files that they have made, before new ones are. */
  private static final int MOST_MISSES = 3;

  private final MoveDriver.Desk desk;
  private final ReplicaParts parts;
  private final PartitionId part;
  private final long attempt;
  private final Birth peer;
  private final int group;
  private final Host host;
  private final Speech speech = new Speech();
  private List<Family> families = List.of();
  private MadeBase base;

  /** The node that has its files; {@link #HERE}: this one. */
  private int holder = HERE;

  /** How often nobody else was found who has files. */
  private int misses;

  private String lacking = "";
  private boolean takesPart;
  private long copied;
  private boolean isOver;

  Supply(MoveDriver.Desk desk, PartitionId part, long attempt, Birth peer, Host host) {
    this.desk = desk;
    this.parts = desk.parts();
    this.part = part;
    this.attempt = attempt;
    this.peer = peer;
    this.host = host;
    group = (int) parts.groupOf(peer);
  }

  /** The number of the other group. */
  int group() {
    return group;
  }

  /** Whether the other group takes part in the attempt. */
  boolean takesPart() {
    return takesPart;
  }

  /** How many updates of the attempt it has; 0: not even the files, or that is not known. */
  long copied() {
    return copied;
  }

  /** How long the files are that it is offered; 0: none are. */
  long baseBytes() {
    return base == null ? 0 : base.offer().bytes();
  }

  /** Why a member of the other group has not got the files, as far as it is known; else empty. */
  String lacking() {
    return lacking;
  }

  /** Nothing more is given. */
  void close() {
    isOver = true;
  }

  private <T> void then(CompletableFuture<T> future, BiConsumer<T, Throwable> action) {
    future.whenComplete(
        (value, failure) ->
            parts
                .loop()
                .run(
                    () -> {
                      if (!isOver) {
                        action.accept(value, failure);
                      }
                    }));
  }

  /** What this group says of the partition, of one type. */
  private List<MoveMessage> said(PartitionTable table, MessageType type) {
    return speech.say(table).stream()
        .filter(m -> m.part().equals(part) && m.type() == type)
        .toList();
  }

  // -- what is given

  /** The other group is asked to take part, which it does with the same families. */
  void prepare(PartitionTable table) {
    if (!families.isEmpty()) {
      tell(new Letter(said(table, MessageType.PREPARE), families, 0));
      return;
    }
    then(
        parts.bases().families(part.name()),
        (found, failure) -> {
          if (failure == null && !found.isEmpty()) {
            families = found;
            host.goesOn();
          } else {
            host.waits("its families are not known");
          }
        });
  }

  /** Files, of the time when it is asked first; each time those that have them are told, too. */
  void offerFiles() {
    if (base != null && holder == HERE) {
      then(desk.post().offer(group, base.offer()), this::offered);
      return;
    }
    Optional<MadeBase> own = parts.bases().made(part.name(), attempt);
    if (own.isPresent()) {
      base = own.get();
      holder = HERE;
      host.goesOn();
    } else if (misses < MOST_MISSES) {
      // Each time anew: whoever has them may end.
      then(desk.post().askForBase(parts.group(), part.name(), attempt), this::found);
    } else {
      then(parts.bases().make(part.name(), attempt), this::made);
    }
  }

  /**
   * A leader before this one has made files, and the other group fetches them, maybe for hours. It
   * goes on with these: leaders that step aside more often than files need to come would never get
   * a partition away.
   */
  private void found(FoundBase found, Throwable failure) {
    if (failure != null) {
      misses++;
      host.goesOn();
      return;
    }
    misses = 0;
    if (base == null) {
      parts.metrics().moved(MoveNews.CONTINUED);
    }
    base = found.base();
    holder = found.node();
    then(desk.post().offer(group, base.offer(), holder), this::offered);
  }

  private void made(MadeBase made, Throwable failure) {
    if (failure != null) {
      host.waits("no files were made: " + Relays.reason(failure));
      return;
    }
    base = made;
    holder = HERE;
    parts.metrics().moved(MoveNews.OFFERED);
    host.goesOn();
  }

  private void offered(Holders who, Throwable failure) {
    if (failure != null) {
      host.waits("the files could not be offered: " + Relays.reason(failure));
      return;
    }
    lacking = who.lacking();
    if (who.members() == 0) {
      host.waits("nobody has the files yet: " + lacking);
      return;
    }
    MoveMessage message =
        new MoveMessage(
            MessageType.BASE,
            desk.decisions().applied().self(),
            peer,
            part,
            attempt,
            0,
            null,
            new PartitionCopy(
                base.position(), base.offer().digest(), Collections.emptySortedMap(), 0));
    tell(new Letter(List.of(message), List.of(), 0));
  }

  /**
   * Tells whether the updates that the other group lacks are so few, and short, or one alone.
   *
   * @param position so many there are
   */
  void isLittle(long position, int most, int bytes, Consumer<Boolean> answer) {
    long lacks = position - copied;
    then(
        parts.bases().sent(part.name(), copied, most, bytes),
        (updates, failure) -> answer.accept(failure == null && updates.size() >= lacks));
  }

  /**
   * Updates that the other group lacks, as many as a letter has.
   *
   * @param isLast whether there will be no more: then that is told with them, if these are all
   */
  void sendUpdates(boolean isLast) {
    long after = copied;
    then(
        parts.bases().sent(part.name(), after, Letter.MESSAGES - 1, Letter.BYTES),
        (updates, failure) -> {
          if (failure != null) {
            host.waits("its updates cannot be read: " + Relays.reason(failure));
          } else {
            sendUpdates(after, updates, isLast);
          }
        });
  }

  private void sendUpdates(long after, List<ShardUpdate> updates, boolean isLast) {
    PartitionTable table = desk.decisions().applied();
    List<MoveMessage> messages = new ArrayList<>();
    long number = after;
    for (ShardUpdate update : updates) {
      number++;
      messages.add(
          new MoveMessage(
              MessageType.CATCH, table.self(), peer, part, attempt, number, update, null));
    }
    long all = table.record(part).map(PartitionRecord::position).orElse(Long.MAX_VALUE);
    if (isLast && number >= all) {
      messages.addAll(said(table, MessageType.MANIFEST));
    }
    tell(new Letter(messages, List.of(), 0));
  }

  /** The partition is the other group's. */
  void activate(PartitionTable table) {
    tell(new Letter(said(table, MessageType.ACTIVATE), List.of(), 0));
  }

  private void tell(Letter letter) {
    if (letter.messages().isEmpty()) {
      host.waits("there is nothing to tell yet");
      return;
    }
    then(desk.post().send(group, letter, host.patience()), this::told);
  }

  private void told(Letter answer, Throwable failure) {
    if (failure instanceof ZabException error && error.code() == ErrorCode.NOT_FOUND) {
      host.isForNobody(error.problem());
      return;
    }
    if (failure != null) {
      String said = Relays.isRefusal(failure) ? " does not take it: " : " does not answer: ";
      host.waits("group " + group + said + Relays.reason(failure));
      return;
    }
    boolean isIn =
        answer.messages().stream()
            .filter(m -> m.part().equals(part) && m.epoch() == attempt)
            .anyMatch(m -> m.type() == MessageType.ACCEPT || m.type() == MessageType.READY);
    boolean isMore = isIn && (!takesPart || answer.position() > copied);
    takesPart |= isIn;
    copied = isIn ? Math.max(copied, answer.position()) : copied;
    host.answered(answer, isMore);
  }
}
