package io.zabdb.replica.health;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ailments of the node and its replicas; one for each process. Those that measure set and
 * clears ailments, at any rate; what is said twice changes nothing. Thread-safe; never waits.
 *
 * <p>Ailments are few: one complaint at most is kept for each kind and group.
 */
public final class NodeHealth {

  /** In place of a group: all replicas of the node are concerned. */
  public static final int NODE = -1;

  private static final Logger LOG = LoggerFactory.getLogger(NodeHealth.class);

  private record Place(Ailment ailment, int group) implements Comparable<Place> {

    private static final Comparator<Place> ORDER =
        Comparator.comparing(Place::ailment).thenComparing(Place::group);

    @Override
    public int compareTo(Place other) {
      return ORDER.compare(this, other);
    }
  }

  // Guarded by this.
  private final Map<Place, Complaint> complaints = new TreeMap<>();
  private final List<HealthListener> listeners = new ArrayList<>();

  /** Groups of which this node had a replica, and has none. */
  private final Set<Integer> ended = new HashSet<>();

  /** Read far more often than they change. */
  private volatile List<Complaint> present = List.of();

  /**
   * Work is slower.
   *
   * @param group the replica's, or {@link #NODE}
   * @param level as much as a compaction pressure of so many levels, from 1; what is above the
   *     highest level of the group counts as the highest
   * @param reason what was measured, and the limit
   */
  public void strained(Ailment ailment, int group, int level, String reason) {
    if (level < 1) {
      throw new IllegalArgumentException("level is " + level + ", allowed is 1 or more");
    }
    set(new Complaint(ailment, group, Severity.STRAINED, level, reason));
  }

  /**
   * A replica must not lead while another one can.
   *
   * @param group the replica's, or {@link #NODE}
   * @param reason what is wrong, as an answer to whether the node is ready
   */
  public void unfit(Ailment ailment, int group, String reason) {
    set(new Complaint(ailment, group, Severity.UNFIT, 0, reason));
  }

  /** An ailment is over; nothing if there was none. */
  public synchronized void cleared(Ailment ailment, int group) {
    Complaint last = complaints.remove(new Place(ailment, group));
    if (last != null) {
      present = List.copyOf(complaints.values());
      LOG.info("{} is over: {}", ailment, last.text());
      listeners.forEach(listener -> listener.recovered(last));
    }
  }

  private synchronized void set(Complaint complaint) {
    Place place = new Place(complaint.ailment(), complaint.group());
    if (ended.contains(complaint.group())) {
      return;
    }
    Complaint before = complaints.put(place, complaint);
    present = List.copyOf(complaints.values());
    if (before == null || before.severity() != complaint.severity()) {
      LOG.warn("{}, {}: {}", complaint.ailment(), complaint.severity(), complaint.text());
      listeners.forEach(listener -> listener.ails(complaint));
    }
  }

  /** Tells {@code listener} of what there is, and of each change from now on. */
  public synchronized void listen(HealthListener listener) {
    listeners.add(listener);
    present.forEach(listener::ails);
  }

  /** Tells {@code listener} nothing more. */
  public synchronized void forget(HealthListener listener) {
    listeners.remove(listener);
  }

  /**
   * A replica begins, maybe of a group of which this node had one before: it was removed from it,
   * and is a member again.
   */
  public synchronized void begun(int group) {
    ended.remove(group);
  }

  /** A replica is no more: what concerned it is of no matter, nor what its workers still find. */
  public synchronized void ended(int group) {
    ended.add(group);
    complaints.keySet().removeIf(place -> place.group() == group);
    present = List.copyOf(complaints.values());
  }

  /** All that there is, by ailment and group. */
  public List<Complaint> complaints() {
    return present;
  }

  /** How strained a replica is, in levels of compaction pressure; 0: not at all. */
  public int level(int group) {
    return present.stream()
        .filter(complaint -> complaint.concerns(group))
        .mapToInt(Complaint::level)
        .max()
        .orElse(0);
  }

  /** Whether a replica must not lead. */
  public boolean isUnfit(int group) {
    return present.stream()
        .anyMatch(each -> each.concerns(group) && each.severity() == Severity.UNFIT);
  }

  /** Why the node is not ready, in sentences. */
  public List<String> reasons() {
    return present.stream()
        .filter(complaint -> complaint.severity() == Severity.UNFIT)
        .map(Complaint::text)
        .toList();
  }

  /** Of all complaints of a kind the worst: 0: none; 1: strained; 2: unfit. */
  public int worst(Ailment ailment) {
    return present.stream()
        .filter(complaint -> complaint.ailment() == ailment)
        .mapToInt(complaint -> complaint.severity().ordinal() + 1)
        .max()
        .orElse(0);
  }
}
