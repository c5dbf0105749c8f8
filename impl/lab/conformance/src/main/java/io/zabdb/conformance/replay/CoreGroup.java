package io.zabdb.conformance.replay;

import io.zabdb.conformance.replay.BehaviourStep.Channel;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.core.zab.Guards;
import io.zabdb.trace.state.CoreStates;
import io.zabdb.trace.state.EntryId;
import io.zabdb.trace.state.MessageState;
import io.zabdb.trace.state.ReadState;
import io.zabdb.trace.state.ServerState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A group of the core's replicas with a network of the spec's kind between them. Nothing happens
 * here but what a behaviour says. Not thread-safe.
 */
public final class CoreGroup implements ReplayTarget {

  private final Map<String, CoreServer> servers = new HashMap<>();
  private final Network network = new Network();
  private long connections;

  /**
   * A group of new replicas.
   *
   * @param guards those of the product, unless a test weakens one
   */
  public CoreGroup(Behaviour behaviour, Guards guards) {
    for (String name : behaviour.servers()) {
      servers.put(name, new CoreServer(name, behaviour.servers().size(), guards, network));
    }
  }

  @Override
  public void apply(BehaviourStep step) {
    CoreServer server = servers.get(step.server());
    int peer = CoreStates.member(step.peer());
    switch (step.action()) {
      case "Lead" -> server.current().lead();
      case "Follow" -> follow(server, servers.get(step.peer()));
      case "ProposeEpoch" -> server.leading().discovery().proposeEpoch();
      case "LeaderPersistAcceptedEpoch", "FollowerPersistAcceptedEpoch" -> server.promiseWritten();
      case "CompleteDiscovery" -> server.leading().synchronization().completeDiscovery();
      case "PullHistory" -> server.leading().discovery().pullHistory(peer);
      case "LeaderPersistCurrentEpoch" ->
          server.leading().synchronization().leaderPersistCurrentEpoch();
      case "FollowerPersistCurrentEpoch" ->
          server.current().following().synchronization().followerPersistCurrentEpoch();
      case "Establish" -> server.leading().synchronization().establish();
      case "ClientRequest" -> server.request(step.session(), step.request());
      case "ClientRead" -> server.leading().reads().clientRead();
      case "ServeRead" -> server.leading().reads().serveRead();
      case "Fsync" -> server.synced(step.argument());
      case "TakeCheckpoint" -> server.takeCheckpoint(step.argument());
      case "Disconnect" -> {
        server.current().disconnect();
        hangUp(step);
      }
      case "StepDown" -> {
        List<CoreServer> followers = followersOf(server);
        server.current().stepDown();
        leaderGone(server, followers);
      }
      case "Restart" -> restart(step, server);
      case "TakePart" -> takePart(step, server);
      default -> handle(step, server);
    }
  }

  private void follow(CoreServer follower, CoreServer leader) {
    Connection connection = new Connection(follower.member(), leader.member(), ++connections);
    leader.accept(connection);
    network.connect(connection);
    follower.current().follow(connection);
  }

  private void handle(BehaviourStep step, CoreServer server) {
    if (!step.action().startsWith("Handle")) {
      throw new IllegalArgumentException("no action of Zab: " + step.action());
    }
    Network.Sent sent = network.take(step.peer(), step.server());
    String expected = "Handle" + MessageState.of(sent.message()).type();
    if (!expected.equals(step.action())) {
      throw new IllegalStateException("next in line is " + sent.message());
    }
    server.receive(sent.connection(), sent.message());
    if (step.action().equals("HandleNEWEPOCH") && !state(step.server()).follows()) {
      hangUp(step);
    }
  }

  /** The spec says how much of the message is left. */
  private void takePart(BehaviourStep step, CoreServer server) {
    Network.Sent sent = network.take(step.peer(), step.server());
    boolean isSync = sent.message() instanceof Message.Sync;
    Difference whole =
        isSync
            ? ((Message.Sync) sent.message()).difference()
            : ((Message.Pulled) sent.message()).difference();
    long epoch =
        isSync
            ? ((Message.Sync) sent.message()).epoch()
            : ((Message.Pulled) sent.message()).epoch();
    Channel channel = new Channel(step.peer(), step.server());
    int left = step.channels().get(channel).get(0).entries().size();
    int taken = whole.entries().size() - left;
    List<Entry> first = whole.entries().subList(0, taken);
    Difference rest =
        new Difference(
            Difference.Mode.DIFF,
            first.get(taken - 1).zxid(),
            null,
            whole.entries().subList(taken, whole.entries().size()));
    Message message = isSync ? new Message.Sync(epoch, rest) : new Message.Pulled(epoch, rest);
    network.putBack(step.peer(), step.server(), new Network.Sent(sent.connection(), message));
    server.receive(
        sent.connection(),
        new Message.Part(
            epoch, new Difference(whole.mode(), whole.from(), whole.checkpoint(), first)));
  }

  private void restart(BehaviourStep step, CoreServer server) {
    List<CoreServer> followers = followersOf(server);
    boolean followed = state(step.server()).follows();
    boolean led = state(step.server()).leads();
    server.restart();
    if (led) {
      leaderGone(server, followers);
    } else if (followed) {
      hangUp(step);
    }
  }

  /** A follower has left: the spec says how many of its messages still arrive. */
  private void hangUp(BehaviourStep step) {
    Channel channel = new Channel(step.server(), step.peer());
    int arrive = step.channels().getOrDefault(channel, List.of()).size();
    network.hangUp(step.server(), step.peer(), arrive);
  }

  private List<CoreServer> followersOf(CoreServer leader) {
    return servers.values().stream()
        .filter(server -> state(server.name()).follows())
        .filter(server -> state(server.name()).leader().equals(leader.name()))
        .toList();
  }

  /** Its followers notice at once. */
  private void leaderGone(CoreServer leader, List<CoreServer> followers) {
    for (CoreServer follower : followers) {
      follower.current().disconnect();
    }
    network.drop(leader.name());
  }

  @Override
  public ServerState state(String name) {
    CoreServer server = servers.get(name);
    ServerState state = CoreStates.of(server.view());
    ReadState reads = state.led().reads();
    return reads.active()
        ? state.withReads(reads.withRound(server.roundsBefore() + reads.round()))
        : state;
  }

  @Override
  public List<EntryId> entries(String name) {
    List<EntryId> entries = new ArrayList<>();
    var view = servers.get(name).view();
    for (long n = view.checkpoint() + 1; n <= view.historyLength(); n++) {
      entries.add(EntryId.of(view.entry(n)));
    }
    return entries;
  }

  @Override
  public List<MessageState> underWay(Channel channel) {
    return network.underWay(channel.from(), channel.to()).stream()
        .map(sent -> renumbered(sent, MessageState.of(sent.message())))
        .toList();
  }

  /** The spec never forgets the number of the last round, a restarted core does. */
  private MessageState renumbered(Network.Sent sent, MessageState message) {
    String leader = CoreStates.name(sent.connection().acceptor());
    return message.round() == 0
        ? message
        : message.withRound(servers.get(leader).roundsBefore() + message.round());
  }
}
