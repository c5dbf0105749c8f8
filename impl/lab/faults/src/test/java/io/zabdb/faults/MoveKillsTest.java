package io.zabdb.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.faults.cluster.Cluster;
import io.zabdb.faults.cluster.ClusterNode;
import io.zabdb.faults.cluster.ClusterSpec;
import io.zabdb.faults.network.RelayNetwork;
import io.zabdb.faults.process.Waiting;
import io.zabdb.faults.workload.Load;
import io.zabdb.faults.workload.Workload;
import io.zabdb.rpc.wire.Moves.Move;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * In each of many moves the leader of the group that gives, that of the one that takes, or both are
 * killed while a letter from one to the other is on its way: with each kind of letter the two are
 * in other phases. {@code -Dzabdb.moves=N} asks for so many moves ({@code ci/moves}).
 */
class MoveKillsTest {

  private enum Victims {
    GIVER,
    TAKER,
    BOTH
  }

  /** Who is killed while which letter is on its way. */
  private record Aim(MessageType letter, Victims victims) {

    /** Each of them comes in turn, and each letter with another victim each time. */
    static Aim of(int move) {
      int round = move / LETTERS.size();
      Victims[] victims = Victims.values();
      return new Aim(LETTERS.get(move % LETTERS.size()), victims[(move + round) % victims.length]);
    }
  }

  /**
   * By the phases of both: COPYING and none, COPYING and RECEIVING, SEALED and RECEIVING, SEALED
   * and READY, SWITCHED and READY, SWITCHED and SERVING, SERVING and RECEIVING. TOO_LOW is missing:
   * it needs attempts of groups that are gone.
   */
  private static final List<MessageType> LETTERS =
      List.of(
          MessageType.PREPARE,
          MessageType.ACCEPT,
          MessageType.BASE,
          MessageType.CATCH,
          MessageType.MANIFEST,
          MessageType.READY,
          MessageType.ACTIVATE,
          MessageType.DONE,
          MessageType.CANCEL);

  /** After so many moves the histories are checked, and clients begin anew. */
  private static final int ROUND = LETTERS.size();

  /** One of so many moves may be given up. */
  private static final int MOST_GIVEN_UP = 50;

  /** So often a letter is waited for: without updates meanwhile, there is no CATCH. */
  private static final int TRIES = 5;

  @RegisterExtension static final Clusters CLUSTERS = new Clusters();

  private final Map<String, Integer> kills = new TreeMap<>();

  /** Moves that were to go on behind a kill, and did not. */
  private final List<String> givenUp = new ArrayList<>();

  private Cluster cluster;
  private MovingPartition partition;
  private volatile Ambush ambush;
  private double resumed;

  /** So many moves had a leader that was killed, and another one that goes on, or gives up. */
  private int mustResume;

  @Test
  void noUpdateIsLostOrDoneTwice() throws Exception {
    int moves = Integer.parseInt(System.getProperty("zabdb.moves", "" + ROUND));
    assertTrue(moves >= 1, moves + " moves show nothing");
    ClusterSpec spec = MovingPartition.twoGroups();
    LetterTaps taps = new LetterTaps(this::heard);
    cluster = CLUSTERS.create(spec, RelayNetwork.withRelayedClients(spec.nodes(), taps));
    cluster.start();
    partition = new MovingPartition(cluster);
    int done = 0;
    while (done < moves) {
      Workload workload = CLUSTERS.use(Load.USUAL);
      for (int i = 0; i < ROUND && done < moves; i++) {
        Aim aim = Aim.of(done++);
        workload.awaitDone(30);
        meet(aim);
        kills.merge(aim.letter + " " + aim.victims, 1, Integer::sum);
      }
      assertEquals(Map.of(), workload.errors());
      for (ClusterNode node : cluster.nodes()) {
        assertEquals(0, node.metric("zabdb_refused_when_applied_total"));
      }
      CLUSTERS.checkAll();
      System.out.println(done + " moves, " + givenUp.size() + " given up, killed in " + kills);
    }
    for (ClusterNode node : cluster.nodes()) {
      countResumed(node);
    }
    assertTrue(resumed >= mustResume, resumed + " moves were resumed of " + mustResume);
    assertTrue(givenUp.size() <= 1 + moves / MOST_GIVEN_UP, givenUp::toString);
  }

  private void heard(int node, MoveMessage message) {
    Ambush now = ambush;
    if (now != null) {
      now.heard(node, message);
    }
  }

  /** A process forgets it when it is killed. */
  private void countResumed(ClusterNode node) throws IOException {
    resumed += node.metric("zabdb_moves_total", "resumed");
  }

  /** Moves the partition until the aim is met, and to the end. */
  private void meet(Aim aim) throws Exception {
    for (int tries = 0; tries < TRIES; tries++) {
      int from = partition.awaitOwner();
      ClusterNode giver = cluster.awaitLeader(from);
      ClusterNode taker = apart(giver, 1 - from);
      Ambush mine = new Ambush(aim, from, giver, taker, partition.awaitAttempt(from));
      ambush = mine;
      partition.start(from);
      Waiting.until(
          aim + ", or the end of the move",
          () -> mine + partition.describe() + cluster.describe(),
          () -> mine.met.isDone() || partition.hasGone(from));
      if (mine.isMet()) {
        for (ClusterNode victim : mine.victims()) {
          victim.start();
        }
        for (ClusterNode victim : mine.victims()) {
          victim.awaitReady();
        }
        boolean hasGone = partition.awaitEnd(from, mine.before);
        if (aim.letter == MessageType.CANCEL) {
          assertFalse(hasGone, partition::describe);
          return;
        }
        mustResume += aim.victims == Victims.TAKER ? 0 : 1;
        if (hasGone) {
          return;
        }
        // Nobody is to wait for long for a partition that is sealed: on a machine that is busy its
        // next leader may give the attempt up. Nothing is lost by that, but the move.
        givenUp.add(aim + ": " + partition.describe());
      }
    }
    throw new AssertionError("in " + TRIES + " moves there was no " + aim + ", or " + givenUp);
  }

  /** The leader of a group; on another node than this one. */
  private ClusterNode apart(ClusterNode node, int group) throws Exception {
    if (cluster.awaitLeader(group) == node) {
      cluster.lead(group, cluster.others(node).get(0));
    }
    return cluster.awaitLeader(group);
  }

  /** What is done when the letter is on its way. */
  private final class Ambush {

    private final Aim aim;
    private final int from;
    private final ClusterNode giver;
    private final ClusterNode taker;
    private final long before;

    /** Done when the victims are dead. */
    private final CompletableFuture<Void> met = new CompletableFuture<>();

    /** What was heard of the move, for people. */
    private final StringBuffer letters = new StringBuffer();

    private boolean over;

    /**
     * @param before the number of the last attempt before: letters of it may still be on their way
     */
    Ambush(Aim aim, int from, ClusterNode giver, ClusterNode taker, long before) {
      this.aim = aim;
      this.from = from;
      this.giver = giver;
      this.taker = taker;
      this.before = before;
    }

    List<ClusterNode> victims() {
      List<ClusterNode> victims = new ArrayList<>();
      if (aim.victims != Victims.TAKER) {
        victims.add(giver);
      }
      if (aim.victims != Victims.GIVER) {
        victims.add(taker);
      }
      return victims;
    }

    /** Whether it was; if not, it will not be any more. */
    synchronized boolean isMet() {
      over = true;
      if (met.isDone()) {
        met.join();
      }
      return met.isDone();
    }

    synchronized void heard(int node, MoveMessage message) {
      letters.append(
          "\nto node " + node + ": " + message.type() + " of attempt " + message.epoch());
      boolean isBetween = node == giver.id() || node == taker.id();
      if (over || met.isDone() || !isBetween || message.epoch() <= before) {
        return;
      }
      try {
        if (message.type() == aim.letter) {
          for (ClusterNode victim : victims()) {
            countResumed(victim);
          }
          // At once: while the end of one is waited for, the other one may become the leader of
          // both
          // groups, resume the move and end it, and be killed before anybody has counted that.
          cluster.kill(victims());
          met.complete(null);
        } else if (aim.letter == MessageType.CANCEL && message.type() == MessageType.BASE) {
          abort();
        }
      } catch (Exception | AssertionError e) {
        met.completeExceptionally(e);
      }
    }

    @Override
    public String toString() {
      return "between nodes " + giver.id() + " and " + taker.id() + ":" + letters;
    }

    /** The letter goes on when it is known that the partition is to stay, or nobody says so. */
    private void abort() throws Exception {
      AtomicReference<CompletableFuture<Void>> asked = new AtomicReference<>(askToAbort());
      Waiting.until(
          "a move that is given up",
          partition::describe,
          () -> {
            if (asked.get().isCompletedExceptionally()) {
              // Its leader was busy, or is another one by now, who knows nothing of it.
              asked.set(askToAbort());
            }
            return partition.move(from).filter(move -> !isGivenUp(move)).isEmpty();
          });
    }

    private CompletableFuture<Void> askToAbort() {
      return cluster.admin().admin().abortMove(from, MovingPartition.NAME);
    }

    private boolean isGivenUp(Move move) {
      return move.getProblem().equals("an operator's request");
    }
  }
}
