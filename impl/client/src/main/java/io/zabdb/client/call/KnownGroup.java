package io.zabdb.client.call;

import io.zabdb.client.net.Peer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the client knows of a replica group: its members and its leader. While nobody is known to
 * lead, calls wait here, and a few of them, the scouts, look for the leader by asking all members;
 * so that a group that is electing is not flooded. For turns only.
 */
final class KnownGroup {

  /** More than one, should one have a request that is answered slowly. */
  private static final int SCOUTS = 2;

  /** Whether its members forward whatever they are sent: then nobody else is to be asked. */
  private final boolean isEntry;

  /** None waits unless there are scouts. */
  private final Set<Call<?>> waiting = new LinkedHashSet<>();

  private final Set<Call<?>> scouts = new LinkedHashSet<>();
  private List<Peer> members = List.of();
  private Peer leader;

  /**
   * Was lost while it led, or knew less of its group than this client: nobody's word for it counts,
   * until somebody is seen to lead.
   */
  private Peer suspect;

  /**
   * Was lost while it led, and is not in the list of members, which may be older than that; null
   * once somebody is seen to lead.
   */
  private Peer outsider;

  /** How to get at a leader that is out of reach; null if there is none, and while one is known. */
  private Detour detour;

  private long epoch;
  private int turn;

  /**
   * @param isEntry whether these are no group, but the nodes that forward all operations of this
   *     client
   */
  KnownGroup(boolean isEntry) {
    this.isEntry = isEntry;
  }

  boolean isEntry() {
    return isEntry;
  }

  List<Peer> members() {
    return members;
  }

  /** Those to ask for the leader: the members, and the outsider. */
  List<Peer> candidates() {
    if (outsider == null || members.contains(outsider)) {
      return members;
    }
    List<Peer> all = new ArrayList<>(members);
    all.add(outsider);
    return all;
  }

  void setMembers(List<Peer> members) {
    this.members = members;
  }

  /** The member that seems to lead, or null. */
  Peer leader() {
    return leader;
  }

  /** How to get at the leader, or null. */
  Way way() {
    if (leader != null) {
      return direct(leader);
    }
    return detour == null ? null : new Way(detour.by(), true);
  }

  /** How to ask this very member. */
  Way direct(Peer member) {
    return new Way(member, isEntry);
  }

  /** Null if the leader is in reach, or no way to it is known. */
  Detour detour() {
    return detour;
  }

  /** Any member, each in turn; null if none is known. */
  Peer next() {
    return members.isEmpty() ? null : members.get(Math.floorMod(turn++, members.size()));
  }

  /** The configuration manager knows a leader. */
  void ledBy(Peer peer, long inEpoch) {
    boolean isNews = inEpoch > epoch;
    epoch = Math.max(epoch, inEpoch);
    boolean isOutOfReach = detour != null && peer == detour.leader();
    if (!isOutOfReach && (isNews || (leader == null && peer != suspect))) {
      lead(peer);
      suspect = null;
    }
  }

  private void lead(Peer peer) {
    leader = peer;
    detour = null;
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
    lead(peer);
    return true;
  }

  /**
   * A member said that another leads.
   *
   * @param refused how the member was asked
   * @return how to go on: to that leader; or, if this client has lost it while it led and has not
   *     seen anybody lead since, to the member again, so that it forwards; null: neither
   */
  Way behind(Way refused, Peer hint) {
    if (hint == refused.peer()) {
      return null;
    }
    if (hinted(hint)) {
      return direct(hint);
    }
    return refused.forwards() ? null : new Way(refused.peer(), true);
  }

  /** A member said that it does not lead, or cannot forward. */
  void leadsNot(Way way) {
    if (way.peer() == leader) {
      leader = null;
    }
    leave(way);
  }

  private void leave(Way way) {
    if (detour != null && way.forwards() && way.peer() == detour.by()) {
      detour = null;
    }
  }

  /** A member cannot be reached, is silent, or seems to be none. */
  void lost(Way way) {
    if (way.peer() == leader) {
      leader = null;
      suspect = way.peer();
      if (!members.contains(suspect)) {
        outsider = suspect;
      }
    }
    leave(way);
  }

  /** A member did what only a leader does: waiting calls may go on. */
  void leads(Peer peer) {
    suspect = null;
    outsider = null;
    lead(peer);
    wake();
  }

  /**
   * A member forwarded to the leader, and the leader answered: waiting calls may go on.
   *
   * @return the leader that is out of reach, or null if it is in reach
   */
  Peer forwarded(Peer by, long now) {
    if (leader == null && suspect != null && detour == null) {
      detour = new Detour(by, suspect, now);
    }
    wake();
    return detour == null ? null : detour.leader();
  }

  /** The direct way to a leader was tried. */
  void tried(Detour round, boolean isInReach) {
    round.failed();
    if (isInReach && round == detour) {
      suspect = null;
      lead(round.leader());
    }
  }

  private void wake() {
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

  /** Whether no call waits for its leader. */
  boolean isIdle() {
    return waiting.isEmpty() && scouts.isEmpty();
  }

  /** A call no longer waits. */
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
