package io.zabdb.conformance.replay;

import io.zabdb.trace.state.EntryId;
import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.ServerState;
import java.util.List;

/** A group of replicas that takes the steps of a behaviour. */
public interface ReplayTarget {

  /**
   * Takes a step.
   *
   * @throws RuntimeException if it cannot be taken
   */
  void apply(BehaviourStep step);

  /** The state of a server, as the spec would say it. */
  ServerState state(String server);

  /** The entries of a server that its checkpoint does not cover. */
  List<EntryId> entries(String server);

  /** What is under way from one server to another. */
  List<MessageState> underWay(BehaviourStep.Channel channel);
}
