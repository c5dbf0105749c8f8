package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.zabdb.core.group.Configuration;
import io.zabdb.core.group.Members;
import io.zabdb.node.Completing;
import io.zabdb.node.birth.BornGroups;
import io.zabdb.node.birth.GroupsFile;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.ConfigException;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.node.config.NodeConfigReader;
import io.zabdb.node.loop.NettyLoop;
import io.zabdb.replica.KnownVoters;
import io.zabdb.rpc.RpcConnection;
import io.zabdb.rpc.wire.BearGroup;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.GetGroups;
import io.zabdb.rpc.wire.Groups;
import io.zabdb.rpc.wire.Groups.Group.Leaver;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import io.zabdb.rpc.wire.TakeGroup;
import io.zabdb.shard.TableState;
import io.zabdb.storage.tree.DiskFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nodes 3 to 5 are spare, and node 0 founded the cluster; each knows where node 0 is. */
@Timeout(60)
class BirthRequestsTest {

  private static final String CLUSTER = "0f8fad5b-d9cb-469f-a165-70867728950e";

  @TempDir Path directory;

  private final EventLoop loop = new DefaultEventLoop();
  private final ExecutorService births = Executors.newSingleThreadExecutor();
  private final Map<Integer, Spare> nodes = new TreeMap<>();

  /** What nodes say in place of the truth. */
  private final Map<Integer, Response> lies = new ConcurrentHashMap<>();

  /** Nobody reaches them. */
  private final Set<Integer> away = ConcurrentHashMap.newKeySet();

  /** A node, without replicas. */
  private final class Spare {
    final Set<Integer> started = new ConcurrentSkipListSet<>();
    final Topology topology;
    final BornGroups born;
    final BirthRequests requests;
    final GroupLearning learning;
    final GroupEndings endings;

    /** When a replica that goes is gone. */
    CompletableFuture<Void> dropping = CompletableFuture.completedFuture(null);

    /** By group, the disk with which this node has left it, as others say. */
    final Map<Integer, Long> left = new ConcurrentHashMap<>();

    /** Whose files were dropped. */
    final List<Integer> dropped = new CopyOnWriteArrayList<>();

    Spare(int node, int room) throws IOException, ConfigException {
      NodeConfig config =
          NodeConfigReader.of(
              Map.of(
                  "cluster",
                  CLUSTER,
                  "node",
                  String.valueOf(node),
                  "data-directory",
                  directory.resolve("node-" + node).toString(),
                  "peers",
                  "0@127.0.0.1:7000",
                  "joined",
                  node == 0 ? "9@127.0.0.1:7009" : node + "@127.0.0.1:" + (7000 + node),
                  "spare",
                  String.valueOf(node != 0),
                  "clients",
                  "0@127.0.0.1:8000"
                      + (node == 0 ? "" : "," + node + "@127.0.0.1:" + (8000 + node))));
      Files.createDirectories(config.dataDirectory());
      topology = new Topology(config);
      AddressBook addresses = new AddressBook(config, topology, Runnable::run);
      born = BornGroups.open(GroupsFile.in(config.dataDirectory()), node);
      NodeLinks links =
          new NodeLinks(topology, BirthRequestsTest.this::connect, new NettyLoop(loop));
      endings = new GroupEndings(topology, new Leaving(), births, new NettyLoop(loop));
      GroupTaking taking =
          new GroupTaking(
              topology,
              born,
              room,
              started::size,
              started::contains,
              endings::isLeaving,
              group -> {
                topology.learn(group);
                started.add(group.id());
              },
              births);
      learning =
          new GroupLearning(
              topology,
              addresses,
              links,
              new NettyLoop(loop),
              endings::heard,
              taking::heard,
              (group, disk) -> left.put(group.id(), disk));
      requests = new BirthRequests(topology, links, learning, born, taking, births);
    }

    private final class Leaving implements GroupEndings.Leaver {

      @Override
      public Optional<GroupConfig> own(int group) {
        return born.group(group);
      }

      @Override
      public void forget(GroupConfig group) {}

      @Override
      public void note(GroupConfig group, GroupEndings.Reason reason) throws IOException {
        if (reason == GroupEndings.Reason.ENDED) {
          born.note(group);
        } else {
          born.noteRemoval(group, Optional.empty());
        }
      }

      /** Nothing is dropped that was not noted, and only what is there. */
      @Override
      public CompletableFuture<Void> drop(GroupConfig group, GroupEndings.Reason reason) {
        assertFalse(born.isHere(group.id()));
        assertTrue(started.remove(group.id()));
        dropped.add(group.id());
        return dropping;
      }
    }

    Response ask(Request.Builder request) {
      CompletableFuture<Response> answer = new CompletableFuture<>();
      requests.handle(request.build(), new Completing(answer));
      return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    void learnFrom(int other) {
      learning.ask(other).orTimeout(30, TimeUnit.SECONDS).join();
    }
  }

  private CompletableFuture<RpcConnection> connect(InetSocketAddress to) {
    int node = to.getPort() - 8000;
    return away.contains(node)
        ? CompletableFuture.failedFuture(new IOException("it is away"))
        : CompletableFuture.completedFuture(new Direct(node));
  }

  private final class Direct implements RpcConnection {
    private final int node;

    Direct(int node) {
      this.node = node;
    }

    @Override
    public CompletableFuture<Response> send(Request.Builder request) {
      if (lies.containsKey(node)) {
        return CompletableFuture.completedFuture(lies.get(node));
      }
      CompletableFuture<Response> answer = new CompletableFuture<>();
      nodes.get(node).requests.handle(request.build(), new Completing(answer));
      return answer;
    }

    @Override
    public ServerHello server() {
      return ServerHello.newBuilder().setNode(node).build();
    }

    @Override
    public boolean isOpen() {
      return !away.contains(node);
    }

    @Override
    public CompletableFuture<Void> closed() {
      return new CompletableFuture<>();
    }

    @Override
    public void close() {}
  }

  @BeforeEach
  void start() throws Exception {
    for (int node : List.of(0, 3, 4, 5)) {
      nodes.put(node, new Spare(node, 2));
    }
    // Each spare node knows node 0, tells it where it is, and hears there of the others.
    for (int round = 0; round < 2; round++) {
      for (int node : List.of(3, 4, 5)) {
        nodes.get(node).learnFrom(0);
      }
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    // What it writes meanwhile would be in the way of who removes the directory.
    births.shutdown();
    assertTrue(births.awaitTermination(30, TimeUnit.SECONDS), "births go on");
    loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
  }

  private Response bear(int at, Integer... founders) {
    return nodes
        .get(at)
        .ask(
            Request.newBuilder()
                .setBearGroup(BearGroup.newBuilder().addAllNodes(List.of(founders))));
  }

  private Response take(int at, int group, Integer... founders) {
    return nodes
        .get(at)
        .ask(
            Request.newBuilder()
                .setTakeGroup(
                    TakeGroup.newBuilder().setGroup(group).addAllNodes(List.of(founders))));
  }

  private static void assertError(ErrorCode code, String part, Response response) {
    assertEquals(code, response.getError().getCode(), response::toString);
    assertTrue(response.getError().getMessage().contains(part), response::toString);
  }

  /** Its operator hears of it, and may ask again. */
  @Test
  void aDiskThatDoesNotTakeTheGroupIsNamed() throws Exception {
    Path file = directory.resolve("node-3").resolve(GroupsFile.NAME);
    // Nothing can take the place of a folder that has something.
    Files.createDirectories(file.resolve("full"));
    assertError(ErrorCode.INTERNAL, "the group cannot be taken", bear(3, 3, 4, 5));
    Response half = bear(4, 4, 3);
    assertError(ErrorCode.INTERNAL, "node 3: the group cannot be taken", half);
    assertError(ErrorCode.INTERNAL, "group 50001 is drawn, and not taken by all", half);
    DiskFiles.delete(file);
    assertEquals(40_002, bear(3, 3, 4, 5).getBorn().getGroup());
    assertEquals(50_001, bear(4, 4, 3).getBorn().getGroup());
  }

  private void founded(int node, int group) {
    nodes.get(node).topology.partitionsChanged(group, TableState.EMPTY);
  }

  @Test
  void allFoundersTakeWhatOneOfThemBears() {
    assertEquals(40_001, bear(3, 3, 4, 5).getBorn().getGroup());
    for (int node : List.of(3, 4, 5)) {
      assertEquals(Set.of(40_001), nodes.get(node).started);
      assertEquals(List.of(new GroupConfig(40_001, List.of(3, 4, 5))), nodes.get(node).born.all());
    }
    // While it has no leader, the same is asked for; then another one.
    assertEquals(40_001, bear(3, 3, 4, 5).getBorn().getGroup());
    founded(3, 40_001);
    assertEquals(40_002, bear(3, 3, 4, 5).getBorn().getGroup());
    // Each has as many as it may now.
    assertError(ErrorCode.OVERLOADED, "node 3 has 2 groups, and room for 2", bear(3, 3));
  }

  @Test
  void whoIsAwayIsNamedAndNothingIsDrawnForNothing() {
    away.add(5);
    assertError(ErrorCode.UNAVAILABLE, "node 5 does not take part: it is away", bear(3, 3, 4, 5));
    assertEquals(List.of(), nodes.get(3).born.all());
    away.clear();
    assertEquals(40_001, bear(3, 3, 4, 5).getBorn().getGroup());
  }

  /** Nobody would lead it, and a balancer waits for whoever leads. */
  @Test
  void whoHasNoRoomIsNamedAndNothingIsDrawnForNothing() {
    Spare full = nodes.get(5);
    full.started.addAll(Set.of(7, 8));
    assertError(ErrorCode.OVERLOADED, "node 5 has no room for one more group", bear(3, 3, 4, 5));
    for (int node : List.of(3, 4)) {
      assertEquals(List.of(), nodes.get(node).born.all());
    }
    full.started.remove(8);
    assertEquals(40_001, bear(3, 3, 4, 5).getBorn().getGroup());
    assertEquals(Set.of(7, 40_001), full.started);
    // It is full again, and has this one: what was begun goes on.
    assertEquals(40_001, bear(3, 3, 4, 5).getBorn().getGroup());
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertError(ErrorCode.INVALID_ARGUMENT, "is born by one of them", bear(3, 4, 5));
    assertError(ErrorCode.INVALID_ARGUMENT, "1 to 63 different ones", bear(3, 3, 3));
    assertError(ErrorCode.INVALID_ARGUMENT, "1 to 63 different ones", bear(3));
    assertError(ErrorCode.INVALID_ARGUMENT, "1 to 63 different ones", bear(3, 3, -1));
    assertError(ErrorCode.INVALID_ARGUMENT, "has not drawn this one", take(3, 60_001, 3, 4));
    assertError(ErrorCode.UNAVAILABLE, "has not heard of group 50001", take(3, 50_001));
    assertEquals(Set.of(), nodes.get(3).started);
  }

  /** What was begun comes to its end, as long as one of those is heard of who have taken it. */
  @Test
  void aFounderThatWasNotToldTakesItsGroupWhenItHearsOfIt() throws Exception {
    assertTrue(take(3, 50_001, 3, 4, 5).hasDone());
    for (int node : List.of(0, 4, 5)) {
      nodes.get(node).learnFrom(3);
    }
    settle();
    assertEquals(Set.of(), nodes.get(0).started);
    for (int node : List.of(3, 4, 5)) {
      assertEquals(Set.of(50_001), nodes.get(node).started);
      assertEquals(List.of(new GroupConfig(50_001, List.of(3, 4, 5))), nodes.get(node).born.all());
    }
  }

  /** Clients that ask it would look for the group where it is no more. */
  @Test
  void whoHasNoReplicaHearsWhoVotes() {
    assertEquals(List.of(0), nodes.get(4).topology.nodes(0));
    // Node 3 is member 3: of a group that node 0 founded, numbers follow ids.
    nodes.get(0).topology.votersChanged(0, Voting.by(new Configuration(0b0001, 0b1000), 2));
    nodes.get(4).learnFrom(0);
    assertEquals(List.of(0, 3), nodes.get(4).topology.nodes(0));
    nodes.get(3).topology.votersChanged(0, Voting.by(new Configuration(0b1000, 0), 3));
    nodes.get(4).learnFrom(3);
    assertEquals(List.of(3), nodes.get(4).topology.nodes(0));
    // Node 0 does not know it yet, and hears of it from one that has no replica either.
    nodes.get(4).learnFrom(0);
    assertEquals(List.of(3), nodes.get(4).topology.nodes(0));
    nodes.get(0).learnFrom(4);
    assertEquals(List.of(3), nodes.get(0).topology.nodes(0));
  }

  /** Its own log may say nothing. */
  @Test
  void whoHasLeftHearsItAndWithWhichDisk() {
    KnownVoters known =
        new KnownVoters(new Configuration(0b110000, 0), 4, new TreeMap<>(Map.of(0, 7L, 3, 9L)));
    nodes.get(4).topology.votersChanged(0, known);
    // From one that has no replica of the group either.
    nodes.get(5).learnFrom(4);
    nodes.get(3).learnFrom(5);
    nodes.get(0).learnFrom(5);
    assertEquals(Map.of(0, 9L), nodes.get(3).left);
    assertEquals(Map.of(0, 7L), nodes.get(0).left);
    assertEquals(Map.of(), nodes.get(5).left);
    nodes.get(0).learnFrom(3);
    assertEquals(known, nodes.get(0).topology.committedVoters(0).orElseThrow());
  }

  @Test
  void whoVotesHasNotLeftWhateverIsSaid() {
    Groups.Group.Builder told =
        Groups.Group.newBuilder().setId(0).addFounders(0).setVoters(0b1000).setRoster(2);
    Leaver leaver = Leaver.newBuilder().setMember(3).setDisk(9).build();
    lie(3, told.clone().addLeavers(leaver));
    nodes.get(4).learnFrom(3);
    lie(3, told.clone().setVoters(0b10000).setNextVoters(0b1000).addLeavers(leaver));
    nodes.get(4).learnFrom(3);
    lie(3, told.clone().addLeavers(leaver.toBuilder().setMember(-1)));
    nodes.get(4).learnFrom(3);
    lie(3, told.clone().addLeavers(leaver.toBuilder().setMember(Members.MAX_MEMBERS)));
    nodes.get(4).learnFrom(3);
    assertEquals(Map.of(), nodes.get(4).topology.committedVoters(0).orElseThrow().left());
  }

  private void lie(int node, Groups.Group.Builder group) {
    lies.put(node, Response.newBuilder().setGroups(Groups.newBuilder().addGroups(group)).build());
  }

  @Test
  void whoVotesIsPassedOverWhereItMakesNoSense() {
    Groups.Group.Builder told =
        Groups.Group.newBuilder().setId(0).addFounders(0).setVoters(0b1000).setRoster(2);
    for (Groups.Group.Builder lie :
        List.of(
            told.clone().setVoters(0),
            told.clone().setVoters(-1),
            told.clone().setNextVoters(-1),
            told.clone().setRoster(0),
            told.clone().setRoster(-1),
            told.clone().addFounders(3))) {
      lie(3, lie);
      nodes.get(4).learnFrom(3);
      assertEquals(List.of(0), nodes.get(4).topology.nodes(0), lie::toString);
    }
    lie(3, told);
    nodes.get(4).learnFrom(3);
    assertEquals(List.of(3), nodes.get(4).topology.nodes(0));
  }

  /** Another roster may come to have its version. */
  @Test
  void whatIsNotCommittedIsNotToldToOthers() {
    nodes.get(0).topology.votersChanged(0, Voting.by(new Configuration(0b0001, 0b1000), 0));
    assertEquals(List.of(0, 3), nodes.get(0).topology.nodes(0));
    nodes.get(4).learnFrom(0);
    assertEquals(List.of(0), nodes.get(4).topology.nodes(0));
    nodes.get(0).topology.votersChanged(0, Voting.by(new Configuration(0b1001, 0), 2));
    // A replica that begins with an old log.
    nodes.get(0).topology.votersChanged(0, Voting.by(new Configuration(0b0001, 0), 0));
    assertEquals(List.of(0, 3), nodes.get(0).topology.nodes(0));
  }

  /** Their disks are others: one of them bore the group. */
  @Test
  void whoHasForgottenItsGroupTakesItAgain() throws Exception {
    assertEquals(40_001, bear(3, 3, 4, 5).getBorn().getGroup());
    for (int node : List.of(3, 4)) {
      DiskFiles.delete(directory.resolve("node-" + node));
      nodes.put(node, new Spare(node, 2));
      nodes.get(node).learnFrom(0);
      nodes.get(node).learnFrom(5);
    }
    settle();
    assertEquals(Set.of(40_001), nodes.get(3).started);
    assertEquals(Set.of(40_001), nodes.get(4).started);
    founded(3, 40_001);
    assertEquals(40_002, bear(3, 3, 4, 5).getBorn().getGroup());
  }

  /** It was no founder, and votes: without its replica the group would have one member fewer. */
  @Test
  void aMemberThatJoinedAndHasForgottenItsGroupTakesItAgain() throws Exception {
    assertEquals(50_001, bear(4, 4, 5).getBorn().getGroup());
    // Of the founders 4 and 5, node 3 is member 5: node 0 is 2.
    Configuration voters = new Configuration(0b100011, 0);
    nodes.get(4).topology.votersChanged(50_001, Voting.by(voters, 3));
    // Nor was it of the group of the configuration.
    nodes.get(0).topology.votersChanged(0, Voting.by(new Configuration(0b0001, 0b1000), 2));
    assertEquals(List.of(4, 5, 3), nodes.get(4).topology.nodes(50_001));
    nodes.get(3).learnFrom(4);
    nodes.get(0).learnFrom(4);
    nodes.get(3).learnFrom(0);
    settle();
    assertEquals(Set.of(0, 50_001), nodes.get(3).started);
    assertEquals(Set.of(), nodes.get(0).started);
    assertTrue(nodes.get(3).born.group(0).isPresent());
  }

  /** What may be undone makes nobody a member, and whoever has left needs nothing. */
  @Test
  void whoDoesNotVoteTakesNothingOfWhatIsFounded() throws Exception {
    Topology stale = nodes.get(4).topology;
    nodes.get(3).topology.votersChanged(0, Voting.by(new Configuration(0b0001, 0), 4));
    stale.votersChanged(0, Voting.by(new Configuration(0b1001, 0), 3));
    nodes.get(3).learnFrom(4);
    nodes.get(5).topology.votersChanged(0, Voting.by(new Configuration(0b100001, 0), 0));
    nodes.get(5).learnFrom(0);
    // Nor does a founder that has left what it founded.
    assertTrue(take(4, 50_001, 4, 5).hasDone());
    stale.votersChanged(50_001, Voting.by(new Configuration(0b01, 0), 3));
    nodes.get(5).learnFrom(4);
    settle();
    assertEquals(Set.of(), nodes.get(3).started);
    assertEquals(Set.of(), nodes.get(5).started);
  }

  /** Its replica would stay: nobody is told twice that a group has ended. */
  @Test
  void whatEndsWhileItIsToBeTakenIsNotTaken() throws Exception {
    assertTrue(take(3, 50_001, 3, 4, 5).hasDone());
    CountDownLatch held = new CountDownLatch(1);
    births.execute(() -> awaitUninterruptibly(held));
    Spare late = nodes.get(5);
    late.learnFrom(3);
    late.endings.heard(new GroupConfig(50_001, List.of(3, 4, 5)));
    held.countDown();
    settle();
    settle();
    assertEquals(Set.of(), late.started);
    // Nor is it taken because somebody says so who has not heard of the end.
    assertError(ErrorCode.INVALID_ARGUMENT, "it has ended", take(5, 50_001, 3, 4, 5));
    assertEquals(Set.of(), late.started);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** It is heard of again a second later. */
  @Test
  void whoHasNoRoomTakesItsGroupWhenItHas() throws Exception {
    Spare full = nodes.get(5);
    full.started.addAll(Set.of(7, 8));
    assertTrue(take(3, 50_001, 3, 4, 5).hasDone());
    full.learnFrom(3);
    settle();
    assertEquals(List.of(), full.born.all());
    full.started.remove(8);
    full.learnFrom(3);
    settle();
    assertEquals(Set.of(7, 50_001), full.started);
  }

  @Test
  void otherNodesHearOfItAndMayBecomeMembers() {
    assertEquals(50_001, bear(4, 4, 5).getBorn().getGroup());
    Spare stranger = nodes.get(3);
    stranger.learnFrom(4);
    assertEquals(List.of(4, 5), stranger.topology.group(50_001).orElseThrow().nodes());
    assertTrue(take(3, 50_001).hasDone());
    assertTrue(take(3, 50_001).hasDone());
    assertEquals(Set.of(50_001), stranger.started);
    assertEquals(List.of(new GroupConfig(50_001, List.of(4, 5))), stranger.born.all());
    // Also of the groups that founded the cluster.
    assertTrue(take(3, 0).hasDone());
    assertEquals(Set.of(0, 50_001), stranger.started);
  }

  @Test
  void nodesHearWhereOthersAre() {
    assertEquals(
        new Address("127.0.0.1", 8005), nodes.get(3).topology.clientAddress(5).orElseThrow());
    assertEquals(
        new Address("127.0.0.1", 8003), nodes.get(0).topology.clientAddress(3).orElseThrow());
  }

  /** It has been started elsewhere; what others say of it is older. */
  @Test
  void whatANodeSaysOfItselfCountsMore() {
    nodes.get(0).ask(asks(5, "127.0.0.1:9005"));
    assertEquals(
        new Address("127.0.0.1", 9005), nodes.get(0).topology.clientAddress(5).orElseThrow());
    nodes.get(3).learnFrom(0);
    assertEquals(
        new Address("127.0.0.1", 8005), nodes.get(3).topology.clientAddress(5).orElseThrow());
  }

  private static Request.Builder asks(int node, String clients) {
    return Request.newBuilder()
        .setGetGroups(
            GetGroups.newBuilder()
                .setAsker(GetGroups.Place.newBuilder().setNode(node).setClients(clients)));
  }

  @Test
  void onlySoManyGroupsAreKnownAndOnlyThoseThatMakeSense() {
    Topology liar = nodes.get(4).topology;
    liar.learn(new GroupConfig(70_001, Collections.nCopies(64, 9)));
    nodes.get(3).learnFrom(4);
    assertTrue(nodes.get(3).topology.group(70_001).isEmpty());
    for (int group = 1; group < GroupLearning.MOST - 1; group++) {
      liar.learn(new GroupConfig(group, List.of(4)));
    }
    Topology believer = nodes.get(3).topology;
    believer.learn(new GroupConfig(80_001, List.of(7)));
    believer.learn(new GroupConfig(80_003, List.of(7)));
    nodes.get(3).learnFrom(4);
    assertEquals(GroupLearning.MOST, believer.groups().size());
    believer.learn(new GroupConfig(80_002, List.of(7)));
    assertThrows(CompletionException.class, () -> nodes.get(5).learnFrom(3));
  }

  @Test
  void aGroupThatHasEndedGoesFromAllNodes() {
    assertEquals(40_001, bear(3, 3, 4, 5).getBorn().getGroup());
    nodes.get(0).learnFrom(3);
    nodes.get(3).endings.ended(40_001);
    settle();
    assertEquals(List.of(40_001), nodes.get(3).dropped);
    assertTrue(nodes.get(3).topology.group(40_001).isEmpty());
    // It was away; then it hears of the end where it is noted, again and again.
    for (int again = 0; again < 2; again++) {
      nodes.get(4).learnFrom(3);
      nodes.get(4).learnFrom(3);
      settle();
    }
    assertEquals(List.of(40_001), nodes.get(4).dropped);
    // Whoever has not heard yet tells nobody anew who has; and whoever has none of it tells, too.
    nodes.get(3).learnFrom(5);
    assertTrue(nodes.get(3).topology.group(40_001).isEmpty());
    nodes.get(0).learnFrom(4);
    settle();
    nodes.get(5).learnFrom(0);
    settle();
    assertEquals(List.of(40_001), nodes.get(5).dropped);
    for (Spare node : nodes.values()) {
      assertTrue(node.topology.hasEnded(40_001));
      assertEquals(Set.of(), node.started);
    }
    assertError(ErrorCode.INVALID_ARGUMENT, "it has ended", take(4, 40_001, 3, 4, 5));
    assertEquals(40_002, bear(3, 3, 4, 5).getBorn().getGroup());
  }

  @Test
  void aReplicaThatGoesIsKnownUntilItIsGone() {
    assertEquals(40_001, bear(3, 3, 4).getBorn().getGroup());
    nodes.get(3).endings.ended(40_001);
    settle();
    Spare leaves = nodes.get(4);
    leaves.dropping = new CompletableFuture<>();
    for (int again = 0; again < 2; again++) {
      leaves.learnFrom(3);
      settle();
      assertTrue(leaves.topology.group(40_001).isPresent());
    }
    leaves.dropping.complete(null);
    assertTrue(leaves.topology.hasEnded(40_001));
    assertEquals(List.of(40_001), leaves.dropped);
  }

  /** Node 5 was told what is not so, and waits for founders of whom there will never be any. */
  @Test
  void anotherGroupOfTheNumberDoesNotGo() {
    assertTrue(take(5, 40_001, 3, 5).hasDone());
    assertEquals(40_001, bear(3, 3, 4).getBorn().getGroup());
    nodes.get(3).endings.ended(40_001);
    settle();
    nodes.get(5).learnFrom(3);
    settle();
    assertEquals(Set.of(40_001), nodes.get(5).started);
    assertEquals(List.of(), nodes.get(5).dropped);
  }

  /** It goes on at the others; whoever was removed takes it again only if it is told to. */
  @Test
  void aReplicaGoesWhoseNodeWasRemoved() {
    assertEquals(40_001, bear(3, 3, 4, 5).getBorn().getGroup());
    Spare removed = nodes.get(5);
    removed.dropping = new CompletableFuture<>();
    removed.topology.leads(40_001, 0, 1);
    removed.endings.removed(40_001);
    settle();
    assertEquals(List.of(40_001), removed.dropped);
    assertTrue(removed.born.wasRemovedFrom(40_001));
    assertError(ErrorCode.UNAVAILABLE, "drops its replica", take(5, 40_001, 3, 4, 5));
    removed.dropping.complete(null);
    assertFalse(removed.topology.hasEnded(40_001));
    assertEquals(-1, removed.topology.leader(40_001).member());
    // It founded the group, and hears of it again and again.
    for (int again = 0; again < 2; again++) {
      removed.learnFrom(3);
      settle();
    }
    assertEquals(Set.of(), removed.started);
    nodes.get(4).learnFrom(5);
    settle();
    assertEquals(Set.of(40_001), nodes.get(4).started);
    assertError(ErrorCode.INVALID_ARGUMENT, "there is no group", take(5, 40_001, 3, 5));
    assertTrue(take(5, 40_001, 3, 4, 5).hasDone());
    assertEquals(Set.of(40_001), removed.started);
    assertFalse(removed.born.mayFound(40_001));
    // And it may be removed once more, or the group ends.
    removed.endings.removed(40_001);
    settle();
    assertEquals(List.of(40_001, 40_001), removed.dropped);
    nodes.get(3).endings.ended(40_001);
    settle();
    removed.learnFrom(3);
    settle();
    assertTrue(removed.topology.hasEnded(40_001));
    assertError(ErrorCode.INVALID_ARGUMENT, "has ended", take(5, 40_001, 3, 4, 5));
  }

  /** What runs on the thread of births is done. */
  private void settle() {
    CompletableFuture.runAsync(() -> {}, births).orTimeout(30, TimeUnit.SECONDS).join();
  }

  /** The node that bears it has another disk, and has forgotten; another founder has not. */
  @Test
  void aNumberThatAFounderKnowsIsNotDrawnAgain() throws Exception {
    assertEquals(40_001, bear(3, 3, 4).getBorn().getGroup());
    forgetAllButTheFirst();
    assertEquals(40_002, bear(3, 3, 4).getBorn().getGroup());
    // Nor the number of one that has ended since.
    nodes.get(4).endings.ended(40_002);
    settle();
    forgetAllButTheFirst();
    assertEquals(40_003, bear(3, 3, 4).getBorn().getGroup());
  }

  /** Node 3 has another disk; the first group that it bore goes on. */
  private void forgetAllButTheFirst() throws Exception {
    DiskFiles.delete(directory.resolve("node-3"));
    nodes.put(3, new Spare(3, 2));
    nodes.get(3).learnFrom(0);
    nodes.get(3).learnFrom(4);
    settle();
    founded(3, 40_001);
  }
}
