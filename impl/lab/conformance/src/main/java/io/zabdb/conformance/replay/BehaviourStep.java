package io.zabdb.conformance.replay;

import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.ServerState;
import java.util.List;
import java.util.Map;

/**
 * A step of a behaviour of the spec, and what it led to.
 *
 * @param action the spec action
 * @param server which takes it
 * @param peer the other server; the server itself if there is none. Of a step that ends a role, the
 *     leader whom the server followed
 * @param argument of Fsync and TakeCheckpoint the length
 * @param session of ClientRequest
 * @param request of ClientRequest its number in the session
 * @param states of the servers that the step may have changed
 * @param histories of the same servers
 * @param channels what is under way to and from these servers afterwards; what is not listed is
 *     empty
 */
public record BehaviourStep(
    String action,
    String server,
    String peer,
    long argument,
    long session,
    long request,
    Map<String, ServerState> states,
    Map<String, List<io.zabdb.trace.state.EntryId>> histories,
    Map<Channel, List<MessageState>> channels) {

  /** From whom to whom. */
  public record Channel(String from, String to) {}

  @Override
  public String toString() {
    return action
        + "("
        + server
        + (peer.equals(server) ? "" : ", " + peer)
        + (argument == 0 ? "" : ", " + argument)
        + (request == 0 ? "" : ", " + session + "#" + request)
        + ")";
  }
}
