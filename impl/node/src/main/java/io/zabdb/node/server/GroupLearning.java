package io.zabdb.node.server;

import io.zabdb.client.wire.RingWire;
import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.environment.Loop;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.peer.Whereabouts;
import io.zabdb.replica.KnownVoters;
import io.zabdb.rpc.wire.GetGroups;
import io.zabdb.rpc.wire.GetGroups.Place;
import io.zabdb.rpc.wire.GetRing;
import io.zabdb.rpc.wire.Groups;
import io.zabdb.rpc.wire.Groups.Group.Leaver;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How nodes hear of groups that were born or have ended, and of nodes that their configuration does
 * not name: each asks another one every {@value #PERIOD_MILLIS} ms, in turn, and says where it is
 * itself. So n nodes know of a group, and of who votes in it or has left it, after about n rounds
 * at most, most of them much earlier. Where a node knows no owner of some tokens but a group that
 * has ended, it asks for the ring, too. Nothing rests on it: who leads a group, and what it has,
 * the group says. Thread-safe.
 */
public final class GroupLearning {

  static final long PERIOD_MILLIS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(GroupLearning.class);

  /** The most groups that a node knows, and that an answer may name; the same of nodes. */
  static final int MOST = 10_000;

  private final Topology topology;
  private final Places places;
  private final NodeLinks links;
  private final Loop loop;
  private final Consumer<GroupConfig> ended;
  private final Consumer<GroupConfig> known;
  private final ObjLongConsumer<GroupConfig> left;

  /** Of the loop: the node that was asked last. */
  private int last = -1;

  /**
   * @param ended hears of groups that have ended, each time anew
   * @param known hears of groups that there are, each time anew
   * @param left hears of groups that this node has left, and with which disk, each time anew
   */
  public GroupLearning(
      Topology topology,
      Places places,
      NodeLinks links,
      Loop loop,
      Consumer<GroupConfig> ended,
      Consumer<GroupConfig> known,
      ObjLongConsumer<GroupConfig> left) {
    this.topology = topology;
    this.places = places;
    this.links = links;
    this.loop = loop;
    this.ended = ended;
    this.known = known;
    this.left = left;
  }

  /** Asks from now on; once. It ends with the loop. */
  public void begin() {
    loop.schedule(TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS), this::round);
  }

  private void round() {
    TreeSet<Integer> others = new TreeSet<>(topology.clientAddresses().keySet());
    others.remove(own());
    if (!others.isEmpty()) {
      Integer next = others.higher(last);
      last = next == null ? others.first() : next;
      int asked = last;
      CompletableFuture<?> heard =
          topology.lacksOwners() ? ask(asked).thenCompose(told -> askForOwners(asked)) : ask(asked);
      heard.whenComplete(
          (done, failure) -> {
            if (failure != null) {
              LOG.debug("node {} does not tell which groups there are", asked, failure);
            }
          });
    }
    begin();
  }

  /**
   * Asks a node which groups and nodes there are.
   *
   * @return the answer, once this node knows of all of them; fails if there is no such answer
   */
  CompletableFuture<Groups> ask(int node) {
    return links
        .ask(
            node,
            Request.newBuilder().setGetGroups(GetGroups.newBuilder().setAsker(place(own()))),
            PERIOD_MILLIS)
        .thenApply(this::learn);
  }

  /** Asks a node who has which tokens. */
  private CompletableFuture<Void> askForOwners(int node) {
    return links
        .ask(node, Request.newBuilder().setGetRing(GetRing.getDefaultInstance()), PERIOD_MILLIS)
        .thenAccept(
            response -> {
              if (response.hasRing()) {
                topology.told(RingWire.state(response.getRing()).ring());
              }
            });
  }

  private int own() {
    return topology.node();
  }

  private Place place(int node) {
    Whereabouts where = places.known(node);
    return Place.newBuilder()
        .setNode(node)
        .setClients(where.clients())
        .setPeers(where.peers())
        .build();
  }

  /**
   * A place that makes sense is noted.
   *
   * @param note takes the node, and where it is
   */
  private void learn(Place place, BiConsumer<Integer, Whereabouts> note) {
    boolean isAddress =
        place.getClients().length() <= Whereabouts.MAX_LENGTH
            && place.getPeers().length() <= Whereabouts.MAX_LENGTH;
    if (place.getNode() >= 0 && place.getNode() != own() && isAddress) {
      note.accept(place.getNode(), new Whereabouts(place.getPeers(), place.getClients()));
    }
  }

  private Groups learn(Response response) {
    Groups told = response.getGroups();
    if (!response.hasGroups()
        || told.getGroupsCount() > MOST
        || told.getEndedCount() > MOST
        || told.getNodesCount() > MOST) {
      throw new CompletionException(
          new IOException("no such answer: " + response.getError().getMessage()));
    }
    told.getNodesList().forEach(place -> learn(place, places::heard));
    // First these: whoever has not heard of an end still knows of the group.
    for (Groups.Group group : told.getEndedList()) {
      GroupConfig known = new GroupConfig(group.getId(), group.getFoundersList());
      if (makesSense(known) && !topology.hasEnded(known.id())) {
        ended.accept(known);
      }
    }
    for (Groups.Group group : told.getGroupsList()) {
      learn(new GroupConfig(group.getId(), group.getFoundersList()), group);
    }
    return told;
  }

  private static boolean makesSense(GroupConfig group) {
    return group.id() >= 0
        && !group.nodes().isEmpty()
        && group.nodes().size() <= Members.MAX_MEMBERS;
  }

  private void learn(GroupConfig group, Groups.Group told) {
    if (makesSense(group) && topology.groups().size() < MOST && topology.learn(group)) {
      LOG.info("there is a group {} on nodes {}", group.id(), group.nodes());
    }
    if (topology.group(group.id()).filter(group::equals).isPresent()) {
      learnVoters(group, told);
      known.accept(group);
    }
  }

  private void learnVoters(GroupConfig group, Groups.Group told) {
    if (told.getRoster() > 0
        && Configuration.isVoterSet(told.getVoters())
        && told.getNextVoters() >= 0) {
      Configuration voters = new Configuration(told.getVoters(), told.getNextVoters());
      SortedMap<Integer, Long> leavers = leavers(told, voters);
      topology.votersChanged(group.id(), new KnownVoters(voters, told.getRoster(), leavers));
      Long disk = leavers.get(group.memberOf(own()));
      if (disk != null) {
        left.accept(group, disk);
      }
    }
  }

  private static SortedMap<Integer, Long> leavers(Groups.Group told, Configuration voters) {
    SortedMap<Integer, Long> leavers = new TreeMap<>();
    for (Leaver leaver : told.getLeaversList()) {
      int member = leaver.getMember();
      if (member >= 0 && member < Members.MAX_MEMBERS && !voters.includes(member)) {
        leavers.put(member, leaver.getDisk());
      }
    }
    return leavers;
  }

  private Groups.Group.Builder toldWithVoters(GroupConfig group) {
    Groups.Group.Builder told = told(group);
    topology.committedVoters(group.id()).ifPresent(known -> tell(told, known));
    return told;
  }

  private static void tell(Groups.Group.Builder told, KnownVoters known) {
    told.setVoters(known.voters().first())
        .setNextVoters(known.voters().second())
        .setRoster(known.roster());
    known
        .left()
        .forEach((member, disk) -> told.addLeaversBuilder().setMember(member).setDisk(disk));
  }

  private static Groups.Group.Builder told(GroupConfig group) {
    return Groups.Group.newBuilder().setId(group.id()).addAllFounders(group.nodes());
  }

  /** What this node knows, for another one, which has said where it is. */
  Groups.Builder answer(GetGroups question) {
    // Its own word, which counts more than what others say.
    learn(question.getAsker(), places::told);
    Groups.Builder known = Groups.newBuilder();
    topology.groups().forEach(group -> known.addGroups(toldWithVoters(group)));
    topology.ended().forEach(group -> known.addEnded(told(group)));
    places.nodes().forEach(node -> known.addNodes(place(node)));
    return known;
  }
}
