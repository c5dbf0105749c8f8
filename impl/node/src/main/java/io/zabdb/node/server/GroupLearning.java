package io.zabdb.node.server;

import io.zabdb.core.group.Members;
import io.zabdb.environment.Loop;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.peer.Whereabouts;
import io.zabdb.rpc.wire.GetGroups;
import io.zabdb.rpc.wire.GetGroups.Place;
import io.zabdb.rpc.wire.Groups;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import java.io.IOException;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How nodes hear of groups that were born, and of nodes that their configuration does not name:
 * each asks another one every {@value #PERIOD_MILLIS} ms, in turn, and says where it is itself. So
 * n nodes know of a group after about n rounds at most, most of them much earlier. Nothing rests on
 * it: who leads a group, and what it has, the group says. Thread-safe.
 */
final class GroupLearning {

  static final long PERIOD_MILLIS = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(GroupLearning.class);

  /** The most groups that a node knows, and that an answer may name; the same of nodes. */
  static final int MOST = 10_000;

  private final Topology topology;
  private final AddressBook addresses;
  private final NodeLinks links;
  private final Loop loop;

  /** Of the loop: the node that was asked last. */
  private int last = -1;

  GroupLearning(Topology topology, AddressBook addresses, NodeLinks links, Loop loop) {
    this.topology = topology;
    this.addresses = addresses;
    this.links = links;
    this.loop = loop;
  }

  /** Asks from now on; once. It ends with the loop. */
  void begin() {
    loop.schedule(TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS), this::round);
  }

  private void round() {
    TreeSet<Integer> others = new TreeSet<>(topology.clientAddresses().keySet());
    others.remove(own());
    if (!others.isEmpty()) {
      Integer next = others.higher(last);
      last = next == null ? others.first() : next;
      int asked = last;
      ask(asked)
          .whenComplete(
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
   * @return done once this node knows of all of them; fails if there is no such answer
   */
  CompletableFuture<Void> ask(int node) {
    return links
        .ask(
            node,
            Request.newBuilder().setGetGroups(GetGroups.newBuilder().setAsker(place(own()))),
            PERIOD_MILLIS)
        .thenAccept(this::learn);
  }

  private int own() {
    return topology.node();
  }

  private Place place(int node) {
    Whereabouts where = addresses.known(node);
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

  private void learn(Response response) {
    Groups told = response.getGroups();
    if (!response.hasGroups() || told.getGroupsCount() > MOST || told.getNodesCount() > MOST) {
      throw new CompletionException(
          new IOException("no such answer: " + response.getError().getMessage()));
    }
    told.getNodesList().forEach(place -> learn(place, addresses::heard));
    for (Groups.Group group : told.getGroupsList()) {
      learn(new GroupConfig(group.getId(), group.getFoundersList()));
    }
  }

  private void learn(GroupConfig group) {
    boolean makesSense =
        group.id() >= 0
            && !group.nodes().isEmpty()
            && group.nodes().size() <= Members.MAX_MEMBERS
            && topology.groups().size() < MOST;
    if (makesSense && topology.learn(group)) {
      LOG.info("there is a group {} on nodes {}", group.id(), group.nodes());
    }
  }

  /** What this node knows, for another one, which has said where it is. */
  Response.Builder answer(GetGroups question) {
    // Its own word, which counts more than what others say.
    learn(question.getAsker(), addresses::told);
    Groups.Builder known = Groups.newBuilder();
    for (GroupConfig group : topology.groups()) {
      known.addGroups(Groups.Group.newBuilder().setId(group.id()).addAllFounders(group.nodes()));
    }
    addresses.nodes().forEach(node -> known.addNodes(place(node)));
    return Response.newBuilder().setGroups(known);
  }
}
