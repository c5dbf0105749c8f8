package io.zabdb.node.birth;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.zabdb.core.group.Members;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.replica.KnownVoters;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The groups of which this node has a replica that no configuration names: they were born later. A
 * {@link GroupsFile} has them, with how many numbers this node has drawn; what a method has
 * returned survives a crash. A group that was taken is never forgotten, nor taken with other
 * founders: all of them must found it, so of each number there is one group at most. Nor is it
 * forgotten that a group has ended, or that this node was removed from one, also from one of the
 * configuration. Thread-safe; methods that change something wait for the disk.
 *
 * <p>Source: {@code specs/shard/Births.tla}, {@code Endings.tla}, {@code specs/zab/Removals.tla};
 * public methods named as their actions are these actions.
 */
public final class BornGroups {

  /** So many groups a node may have had, those that have ended included. */
  static final int MOST = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final GroupsFile file;
  private final int node;

  // Guarded by this.
  private int drawn;

  /** What is on disk; replaced as a whole, so that whoever asks does not wait for the disk. */
  private volatile HadGroups known = HadGroups.NONE;

  /**
   * What is in the file.
   *
   * @param left null: written by a version in which groups did not end
   * @param removed groups from which this node was removed; left out if there are none, for older
   *     versions
   * @param voters who votes in those since, where that was known; left out as well
   * @param returned groups that it has taken again since; left out as well
   */
  private record Content(
      int drawn,
      Map<Integer, List<Integer>> groups,
      Map<Integer, List<Integer>> left,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, List<Integer>> removed,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, NotedVoters> voters,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Set<Integer> returned) {}

  private BornGroups(GroupsFile file, int node) {
    this.file = file;
    this.node = node;
  }

  /**
   * Reads what there is.
   *
   * @throws IOException if the file cannot be read, or is damaged: without it the node would vote
   *     as another than it was
   */
  public static BornGroups open(GroupsFile file, int node) throws IOException {
    BornGroups born = new BornGroups(file, node);
    Optional<byte[]> written = file.read();
    if (written.isPresent()) {
      born.read(written.get());
    }
    return born;
  }

  private synchronized void read(byte[] written) throws IOException {
    Content content = JSON.readValue(written, Content.class);
    if (content.drawn < 0 || content.drawn > BirthNumber.MOST || content.groups == null) {
      throw new IOException(file + " is damaged");
    }
    drawn = content.drawn;
    known =
        new HadGroups(
            groups(content.groups),
            groups(content.left),
            groups(content.removed),
            content.voters == null ? Map.of() : NotedVoters.known(content.voters),
            content.returned == null ? Set.of() : content.returned);
  }

  private static Map<Integer, GroupConfig> groups(@Nullable Map<Integer, List<Integer>> founders) {
    Map<Integer, GroupConfig> groups = new TreeMap<>();
    if (founders != null) {
      founders.forEach((id, nodes) -> groups.put(id, new GroupConfig(id, nodes)));
    }
    return groups;
  }

  /** Those that this node has not left, and from which it was not removed, by number. */
  public List<GroupConfig> all() {
    HadGroups now = known;
    return now.groups().values().stream().filter(group -> now.isHere(group.id())).toList();
  }

  /** Whether this node has a replica of a group, if it was to have one. */
  public boolean isHere(int id) {
    return known.isHere(id);
  }

  /** Those from which this node was removed: it has no replica of them. */
  public List<GroupConfig> removed() {
    return List.copyOf(known.removed().values());
  }

  /** Who has voted in a group since this node was removed from it, if that was known then. */
  public Optional<KnownVoters> voters(int id) {
    return Optional.ofNullable(known.voters().get(id));
  }

  /** Whether this node was removed from the group of this number, and has not taken it again. */
  public boolean wasRemovedFrom(int id) {
    return known.removed().containsKey(id);
  }

  /**
   * Whether this node may be one of those that found the group of this number; not if it had left
   * it, and has taken it again ({@code Removals!LooksNew}).
   */
  public boolean mayFound(int id) {
    return !known.returned().contains(id);
  }

  /**
   * Those that have ended, of the configuration, too: this node has no replica of them any more.
   */
  public List<GroupConfig> left() {
    return List.copyOf(known.left().values());
  }

  /** The node that draws the number of a group; below 0: it is one of a configuration. */
  public static int bearer(GroupConfig group) {
    return BirthNumber.bearerOf(group.id());
  }

  /** Whether a group was born, so that it is in no configuration. */
  public static boolean isBorn(GroupConfig group) {
    return bearer(group) >= 0;
  }

  /** Whether this node has drawn the number of a group. */
  public boolean isDrawnHere(GroupConfig group) {
    return bearer(group) == node;
  }

  /** The group of this number, if it was taken, and this node has not left it. */
  public Optional<GroupConfig> group(int id) {
    HadGroups now = known;
    return Optional.ofNullable(now.groups().get(id)).filter(group -> now.isHere(id));
  }

  /** Whether this node has left the group of this number. */
  public boolean hasLeft(int id) {
    return known.left().containsKey(id);
  }

  /**
   * Draws a number for a group of these nodes, this one among them, and takes the group.
   *
   * @param isKnown whether there is a group of this number: this node's disk may be a new one, and
   *     have forgotten what the old one had drawn
   * @throws ZabException {@code OVERLOADED} if all numbers of this node were drawn
   * @throws IOException if it cannot be written; the number may be lost then
   */
  public synchronized GroupConfig draw(List<Integer> nodes, IntPredicate isKnown)
      throws IOException {
    while (drawn < BirthNumber.MOST && isKnown.test(BirthNumber.of(node, drawn + 1))) {
      drawn++;
    }
    if (drawn >= BirthNumber.MOST) {
      throw ZabException.of(
          ErrorCode.OVERLOADED,
          "node " + node + " has drawn " + drawn + " numbers for groups, as many as a node may");
    }
    requireRoom();
    drawn++;
    GroupConfig group = new GroupConfig(BirthNumber.of(node, drawn), nodes);
    write(known.with(group));
    return group;
  }

  /**
   * Takes a group that another node has drawn, as one of its founders, or to become a member of it.
   * To take it again changes nothing. What this node itself has drawn, and forgotten since, it
   * recalls ({@code Births!Recall}): it never draws that number again. A group from which it was
   * removed it takes as one that founds nothing ({@code Removals!Take}).
   *
   * @throws ZabException {@code INVALID_ARGUMENT} if whoever draws such numbers is none of the
   *     founders, and this node is one or draws them itself, or if it was taken with other founders
   * @throws IOException if it cannot be written
   */
  public synchronized void take(GroupConfig group) throws IOException {
    if (hasLeft(group.id())) {
      throw invalid(group, "it has ended");
    }
    GroupConfig before = known.taken(group.id());
    if (group.equals(before)) {
      if (wasRemovedFrom(group.id())) {
        write(known.back(group));
      }
      return;
    }
    if (before != null) {
      throw invalid(group, "node " + node + " has it with the founders " + before.nodes());
    }
    int bearer = bearer(group);
    // Whoever is no founder waits for those who are: it cannot make a group of them.
    boolean isFounder = group.nodes().contains(node);
    boolean canBeDrawn = isFounder ? group.nodes().contains(bearer) : bearer != node;
    if (!canBeDrawn) {
      throw invalid(group, "whoever draws such numbers has not drawn this one for them");
    }
    if (group.memberOf(node) >= Members.MAX_MEMBERS) {
      throw invalid(group, "ids of nodes that join are among the first " + Members.MAX_MEMBERS);
    }
    requireRoom();
    if (bearer == node) {
      drawn = Math.max(drawn, BirthNumber.nth(group.id()));
    }
    write(known.with(group));
  }

  /**
   * {@code Endings!Note}: a group has ended, one of the configuration or one that was taken. This
   * node never takes it again. To note it again changes nothing.
   *
   * @throws IOException if it cannot be written
   */
  public synchronized void note(GroupConfig group) throws IOException {
    if (!hasLeft(group.id())) {
      write(known.without(group));
    }
  }

  /**
   * {@code Removals!Note}: this node was removed from a group, one of the configuration or one that
   * was taken. It takes it again only if it is told to. To note it again changes nothing.
   *
   * @param since who votes since then, if that is known: whoever still asks this node for the group
   *     is sent there, also when all machines have lost their power
   * @throws IOException if it cannot be written
   */
  public synchronized void noteRemoval(GroupConfig group, Optional<KnownVoters> since)
      throws IOException {
    if (!wasRemovedFrom(group.id())) {
      write(known.removedFrom(group, since));
    }
  }

  /** None is forgotten, so there is a limit. */
  private void requireRoom() {
    int had = known.groups().size();
    if (had >= MOST) {
      throw ZabException.of(
          ErrorCode.OVERLOADED,
          "node " + node + " has had " + had + " groups, as many as a node may have had");
    }
  }

  private static ZabException invalid(GroupConfig group, String why) {
    return ZabException.of(
        ErrorCode.INVALID_ARGUMENT,
        "there is no group " + group.id() + " of the founders " + group.nodes() + ": " + why);
  }

  /** What was known before goes on to be so if it cannot be written. */
  private void write(HadGroups next) throws IOException {
    Content content =
        new Content(
            drawn,
            founders(next.groups()),
            founders(next.left()),
            founders(next.removed()),
            NotedVoters.noted(next.voters()),
            next.returned());
    file.replace(JSON.writeValueAsBytes(content));
    known = next;
  }

  private static SortedMap<Integer, List<Integer>> founders(Map<Integer, GroupConfig> of) {
    SortedMap<Integer, List<Integer>> all = new TreeMap<>();
    of.forEach((id, group) -> all.put(id, group.nodes()));
    return all;
  }
}
