package io.zabdb.conformance.replay;

import io.zabdb.conformance.replay.BehaviourStep.Channel;
import io.zabdb.trace.state.EntryId;
import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.ServerState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Has a group of replicas follow behaviours of the spec, and compares after each step. */
public final class Replayer {

  private final Function<Behaviour, ReplayTarget> targets;

  /**
   * A replayer.
   *
   * @param targets makes a new group for a behaviour
   */
  public Replayer(Function<Behaviour, ReplayTarget> targets) {
    this.targets = targets;
  }

  /** The first step of a behaviour that the group does not follow, in words; empty if none. */
  public Optional<String> replay(Behaviour behaviour) {
    ReplayTarget target = targets.apply(behaviour);
    int number = 0;
    for (BehaviourStep step : behaviour.steps()) {
      number++;
      List<String> differences = take(target, step, behaviour.servers());
      if (!differences.isEmpty()) {
        return Optional.of(
            "step " + number + ", " + step + ":\n    " + String.join("\n    ", differences));
      }
    }
    return Optional.empty();
  }

  private static List<String> take(ReplayTarget target, BehaviourStep step, List<String> servers) {
    try {
      target.apply(step);
    } catch (RuntimeException refused) {
      return List.of("the core refuses: " + refused);
    }
    List<String> differences = new ArrayList<>();
    step.states().forEach((server, state) -> compare(target, step, server, state, differences));
    for (String from : servers) {
      for (String to : servers) {
        if (step.states().containsKey(from) || step.states().containsKey(to)) {
          compareChannel(target, step, new Channel(from, to), differences);
        }
      }
    }
    return differences;
  }

  private static void compare(
      ReplayTarget target,
      BehaviourStep step,
      String server,
      ServerState state,
      List<String> differences) {
    for (String difference : target.state(server).differencesTo(state)) {
      differences.add(server + "." + difference + " as in the spec");
    }
    List<EntryId> history = step.histories().get(server);
    List<EntryId> entries = history.subList((int) state.checkpoint(), history.size());
    List<EntryId> actual = target.entries(server);
    if (!actual.equals(entries)) {
      differences.add(server + ".history: " + actual + ", not " + entries + " as in the spec");
    }
  }

  private static void compareChannel(
      ReplayTarget target, BehaviourStep step, Channel channel, List<String> differences) {
    List<MessageState> expected = step.channels().getOrDefault(channel, List.of());
    List<MessageState> actual = target.underWay(channel);
    if (!actual.equals(expected)) {
      differences.add("msgs " + channel + ": " + actual + ", not " + expected + " as in the spec");
    }
  }
}
