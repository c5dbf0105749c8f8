package io.zabdb.client.call;

import io.zabdb.client.net.Peer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the client knows of a replica group: its members, and who leads. While nobody is known to
 * lead, calls wait here, and a few of them, the scouts, look for the leader by asking all members;
 * so that a group that is electing is not flooded. For turns only.
 */
final class Group {

  /** More than one, should one have a request that is answered slowly. */
  private static final int SCOUTS = 2;

  /** None waits unless there are scouts. */
  private final Set<Call<?>> waiting = new LinkedHashSet<>();

  private final Set<Call<?>> scouts = new LinkedHashSet<>();
  private List<Peer> members = List.of();
  private Peer leader;

  /** Was lost while it led: nobody's word for it counts, until somebody is seen to lead. */
  private Peer suspect;

  private long epoch;
  private int turn;

  List<Peer> members() {
    return members;
  }

  void setMembers(List<Peer> members) {
    this.members = members;
  }

  /** Who seems to lead, or null. */
  Peer leader() {
    return leader;
  }

  /** Any member, each in turn; null if none is known. */
  Peer next() {
    return members.isEmpty() ? null : members.get(Math.floorMod(turn++, members.size()));
  }

  /** The configuration manager knows a leader. */
  void ledBy(Peer peer, long inEpoch) {
    if (inEpoch > epoch || (leader == null && peer != suspect)) {
      epoch = Math.max(epoch, inEpoch);
      leader = peer;
      suspect = null;
    }
  }

  /**
   * A member said that another leads.
   *
   * @return whether that may be so
   */
  boolean hinted(Peer peer) {
    if (peer == suspect) {
      return false;
    }
    leader = peer;
    return true;
  }

  /** A member said that it does not lead. */
  void leadsNot(Peer peer) {
    if (peer == leader) {
      leader = null;
    }
  }

  /** A member cannot be reached, or is silent. */
  void lost(Peer peer) {
    if (peer == leader) {
      leader = null;
      suspect = peer;
    }
  }

  /** A member did what only a leader does: whoever waits may go on. */
  void leads(Peer peer) {
    suspect = null;
    leader = peer;
    if (scouts.isEmpty()) {
      return;
    }
    List<Call<?>> all = new ArrayList<>(scouts);
    all.addAll(waiting);
    scouts.clear();
    waiting.clear();
    all.forEach(Call::goOn);
  }

  /**
   * Waits for a leader, until {@link Call#goOn}.
   *
   * @return whether the call is to look for it
   */
  boolean await(Call<?> call) {
    if (scouts.size() < SCOUTS) {
      scouts.add(call);
      return true;
    }
    waiting.add(call);
    return false;
  }

  /** A call waits no more. */
  void leave(Call<?> call) {
    waiting.remove(call);
    if (scouts.remove(call) && !waiting.isEmpty()) {
      Call<?> next = waiting.iterator().next();
      waiting.remove(next);
      scouts.add(next);
      next.becomeScout();
    }
  }
}
