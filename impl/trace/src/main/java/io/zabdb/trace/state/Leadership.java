package io.zabdb.trace.state;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The variables of a leader. Maps hold only what differs from the initial value, so that equal
 * states are equal records.
 */
public record Leadership(
    Map<String, Long> cepoch,
    Map<String, VoteState> ackEpoch,
    Set<String> forwarding,
    Set<String> ackLeader,
    Map<String, Long> acked,
    ReadState reads) {

  /** What a replica has that does not lead, and a leader at its start. */
  public static final Leadership NONE =
      new Leadership(Map.of(), Map.of(), Set.of(), Set.of(), Map.of(), ReadState.NONE);

  public Leadership {
    cepoch = new TreeMap<>(cepoch);
    cepoch.values().removeIf(epoch -> epoch == -1);
    ackEpoch = new TreeMap<>(ackEpoch);
    ackEpoch.values().removeIf(VoteState.NONE::equals);
    acked = new TreeMap<>(acked);
    acked.values().removeIf(count -> count == 0);
    forwarding = new TreeSet<>(forwarding);
    ackLeader = new TreeSet<>(ackLeader);
    reads = reads.active() ? reads : ReadState.NONE;
  }

  /** The same with another round. */
  public Leadership withReads(ReadState others) {
    return new Leadership(cepoch, ackEpoch, forwarding, ackLeader, acked, others);
  }
}
