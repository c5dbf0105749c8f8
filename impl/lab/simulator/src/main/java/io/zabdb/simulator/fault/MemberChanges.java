package io.zabdb.simulator.fault;

import io.zabdb.core.group.Members;
import io.zabdb.core.group.Roster;
import io.zabdb.replica.ReplicaDriver;
import io.zabdb.rpc.wire.ChangeMembers;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.TakeGroup;
import io.zabdb.simulator.client.AnswerTaker;
import io.zabdb.simulator.node.SimulatedNode;
import io.zabdb.simulator.node.TakenGroups;
import io.zabdb.simulator.node.Voters;
import io.zabdb.testkit.sim.engine.World;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Operators who want other members of groups: one more, one less, or one in place of another; and
 * fires, in which members that joined lose their disks. Operators have those that are to join take
 * the group, and ask all its nodes, one of which may lead, until the change has begun or they have
 * lost patience.
 */
public final class MemberChanges extends Operators {

  private static final int FEWEST = 1;
  private static final int MOST = 5;

  /** Of a hundred wishes; the others are for replacements. */
  private static final int ADDS = 35;

  private static final int REMOVES = 20;

  /** In a hundred times that they ask. */
  private static final int BURNS = 5;

  private static final long DOWN_MICROS = 200_000;

  private static final long PATIENCE_MICROS = 2_000_000;
  private static final int TIMEOUT_MILLIS = 2_000;

  /**
   * What is wanted of a group.
   *
   * @param join members that are to vote, as bits
   * @param leave members that are not to
   * @param end when patience is lost
   */
  private record Wish(long join, long leave, long end) {}

  private final Voters voters;
  private final Spare spare;
  private final Map<Integer, Wish> wishes = new TreeMap<>();

  public MemberChanges(World world, List<SimulatedNode> nodes, TakenGroups groups) {
    super("members", world, nodes, groups);
    voters = new Voters(nodes, groups);
    spare = new Spare(nodes, groups);
  }

  @Override
  void ask(Map<Integer, ReplicaDriver> drivers, int group) {
    if (random.below(100) < BURNS) {
      burn(group);
    }
    Wish wish = wishes.get(group);
    if (wish == null || world.time().now() >= wish.end) {
      wish = next(group);
      if (wish.join == 0 && wish.leave == 0) {
        return;
      }
      wishes.put(group, wish);
    }
    Wish wanted = wish;
    List<SimulatedNode> all = voters.nodes(group, voting(group) | wanted.join);
    if (!all.stream().allMatch(SimulatedNode::isNoticed)) {
      return;
    }
    all.forEach(SimulatedNode::countOn);
    for (SimulatedNode node : voters.nodes(group, wanted.join)) {
      if (node.process() != null && !node.process().drivers().containsKey(group)) {
        haveTake(node, group);
      }
    }
    Request request = request(group, wanted);
    for (SimulatedNode node : nodes()) {
      if (node.process() != null && node.process().drivers().containsKey(group)) {
        node.take(request, new ChangeAnswer(group, wanted));
      }
    }
  }

  private Request request(int group, Wish wish) {
    return Request.newBuilder()
        .setTimeoutMillis(TIMEOUT_MILLIS)
        .setChangeMembers(
            ChangeMembers.newBuilder()
                .setGroup(group)
                .addAllAdd(numbers(group, wish.join))
                .addAllRemove(numbers(group, wish.leave)))
        .build();
  }

  private List<Integer> numbers(int group, long members) {
    return voters.nodes(group, members).stream().map(SimulatedNode::number).toList();
  }

  /** A member that joined loses its disk, and comes back with another one. */
  private void burn(int group) {
    List<SimulatedNode> joined =
        voters.nodes(group, voting(group)).stream()
            .filter(node -> !groups.of(group).nodes().contains(node.number()))
            .filter(spare::allowsLoss)
            .toList();
    if (!joined.isEmpty()) {
      SimulatedNode node = joined.get(random.below(joined.size()));
      node.replaceDisk();
      world.counts().add("members: one that joined has another disk");
      world.time().after(DOWN_MICROS, node::start);
    }
  }

  private Wish next(int group) {
    long end = world.time().now() + PATIENCE_MICROS;
    long now = voting(group);
    long others = 0;
    for (SimulatedNode node : nodes()) {
      if (mayJoin(node, group, now)) {
        others = Members.with(others, node.memberOf(group));
      }
    }
    int lot = random.below(100);
    boolean isFull = Long.bitCount(now) >= MOST;
    boolean isLeast = Long.bitCount(now) <= FEWEST;
    if (lot < ADDS && !isFull) {
      return new Wish(any(others), 0, end);
    }
    if (lot < ADDS + REMOVES && !isLeast) {
      return new Wish(0, any(now), end);
    }
    return new Wish(any(others), others == 0 ? 0 : any(now), end);
  }

  private long voting(int group) {
    return voters.configuration(group, voters.agreed(group)).last();
  }

  /** Whoever has left comes with another disk. */
  private boolean mayJoin(SimulatedNode node, int group, long voting) {
    Roster agreed = voters.agreed(group);
    int member = node.memberOf(group);
    return !Members.contains(voting, member)
        && node.process() != null
        && agreed.mayJoin(member, node.disk(group).number());
  }

  /** One of some members, as a bit; none of none. */
  private long any(long members) {
    int lot = random.below(Math.max(1, Long.bitCount(members)));
    long left = members;
    for (int i = 0; i < lot; i++) {
      left &= left - 1;
    }
    return Long.lowestOneBit(left);
  }

  private void haveTake(SimulatedNode node, int group) {
    Request request =
        Request.newBuilder()
            .setTimeoutMillis(TIMEOUT_MILLIS)
            .setTakeGroup(TakeGroup.newBuilder().setGroup(group))
            .build();
    node.take(
        request,
        new AnswerTaker() {
          @Override
          public void respond(Response.Builder response) {
            heed("take", response, "done");
          }
        });
  }

  /** Returns whether it was done. */
  private boolean heed(String what, Response.Builder response, String done) {
    boolean isDone = response.hasDone();
    String became = isDone ? done : "failed, " + response.getError().getCode();
    world.counts().add("operator: " + what + " " + became);
    return isDone;
  }

  /** What became of a change; whoever does not lead refuses it. */
  private final class ChangeAnswer extends AnswerTaker {

    private final int group;
    private final Wish wish;

    ChangeAnswer(int group, Wish wish) {
      this.group = group;
      this.wish = wish;
    }

    @Override
    public void respond(Response.Builder response) {
      if (heed("change of members", response, "begun")) {
        wishes.remove(group, wish);
      }
    }
  }
}
