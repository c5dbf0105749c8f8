package io.zabdb.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.socket.PoolCheck;
import io.zabdb.net.tls.RoleRule;
import io.zabdb.net.tls.TestCertificates;
import io.zabdb.net.tls.Tls;
import io.zabdb.rpc.wire.BearGroup;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.Compact;
import io.zabdb.rpc.wire.Done;
import io.zabdb.rpc.wire.EndGroup;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.FindBase;
import io.zabdb.rpc.wire.Get;
import io.zabdb.rpc.wire.GetGroups;
import io.zabdb.rpc.wire.GetReadPoint;
import io.zabdb.rpc.wire.GetStatus;
import io.zabdb.rpc.wire.GetWhole;
import io.zabdb.rpc.wire.OfferFiles;
import io.zabdb.rpc.wire.OfferStore;
import io.zabdb.rpc.wire.PlaceLeaders;
import io.zabdb.rpc.wire.ReadFile;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import io.zabdb.rpc.wire.SetPolicy;
import io.zabdb.rpc.wire.TakeGroup;
import io.zabdb.rpc.wire.TellGroup;
import io.zabdb.rpc.wire.Transfer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a client may ask is what its certificate says. */
@Timeout(120)
class RpcRoleTest {

  private static final String CLUSTER = "6f1c2a52-0000-4000-8000-000000000001";
  private static final String ROOT = "zabdb://" + CLUSTER;

  @TempDir Path folder;
  private TestCertificates authority;
  private EventLoopGroup loops;
  private RpcServer server;
  private InetSocketAddress address;

  @BeforeEach
  void start() throws Exception {
    authority = new TestCertificates(folder.resolve("ca"));
    loops = Loops.create("role-test", 2);
    Tls tls = Tls.load(authority.issueWithRoles("node", ROOT + "/node/0"), RoleRule.of(CLUSTER), 0);
    server =
        new RpcServer(
            loops,
            RpcSettings.DEFAULT,
            ServerHello.getDefaultInstance(),
            tls,
            MemoryBudget.of(100 << 20, 100 << 20, 0),
            (request, responder) ->
                responder.respond(Response.newBuilder().setDone(Done.getDefaultInstance())));
    address = server.bind("127.0.0.1", 0);
  }

  @AfterEach
  void stop() {
    server.close();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    PoolCheck.awaitEmpty();
  }

  /** Every request there is; those that are done for a client with these names. */
  private Set<String> done(String... names) throws Exception {
    Tls tls = Tls.load(authority.issueWithRoles("client", names));
    Set<String> done = new TreeSet<>();
    try (RpcClient client = new RpcClient(loops, RpcSettings.DEFAULT, tls)) {
      RpcConnection connection = client.connect(address, ClientHello.getDefaultInstance()).get();
      for (Request.Builder request : requests()) {
        Response response = connection.send(request).get();
        if (response.hasDone()) {
          done.add(request.getBodyCase().name());
        } else {
          assertEquals(ErrorCode.FORBIDDEN, response.getError().getCode());
          assertFalse(response.getError().getMayHaveHappened());
        }
      }
    }
    return done;
  }

  private static List<Request.Builder> requests() {
    return List.of(
        Request.newBuilder().setGet(Get.getDefaultInstance()),
        Request.newBuilder().setGetStatus(GetStatus.getDefaultInstance()),
        Request.newBuilder().setTransfer(Transfer.getDefaultInstance()),
        Request.newBuilder().setCompact(Compact.getDefaultInstance()),
        Request.newBuilder().setSetPolicy(SetPolicy.getDefaultInstance()),
        Request.newBuilder().setPlaceLeaders(PlaceLeaders.getDefaultInstance()),
        Request.newBuilder().setTellGroup(TellGroup.getDefaultInstance()),
        Request.newBuilder().setOfferFiles(OfferFiles.getDefaultInstance()),
        Request.newBuilder().setOfferStore(OfferStore.getDefaultInstance()),
        Request.newBuilder().setReadFile(ReadFile.getDefaultInstance()),
        Request.newBuilder().setBearGroup(BearGroup.getDefaultInstance()),
        Request.newBuilder().setTakeGroup(TakeGroup.getDefaultInstance()),
        Request.newBuilder().setEndGroup(EndGroup.getDefaultInstance()),
        Request.newBuilder().setGetGroups(GetGroups.getDefaultInstance()),
        Request.newBuilder().setFindBase(FindBase.getDefaultInstance()),
        Request.newBuilder().setGetWhole(GetWhole.getDefaultInstance()),
        Request.newBuilder().setGetReadPoint(GetReadPoint.getDefaultInstance()));
  }

  @Test
  void aClientReadsAndWritesAndAdministersNothing() throws Exception {
    assertEquals(Set.of("GET", "GET_STATUS"), done(ROOT + "/client"));
  }

  @Test
  void anOperatorMayAllButSpeakForAGroupAndANodeThatToo() throws Exception {
    Set<String> all =
        new TreeSet<>(
            Set.of(
                "GET",
                "GET_STATUS",
                "TRANSFER",
                "COMPACT",
                "SET_POLICY",
                "PLACE_LEADERS",
                "BEAR_GROUP",
                "TAKE_GROUP",
                "END_GROUP"));
    assertEquals(all, done(ROOT + "/admin"));
    all.addAll(
        Set.of(
            "TELL_GROUP",
            "OFFER_FILES",
            "OFFER_STORE",
            "READ_FILE",
            "GET_GROUPS",
            "FIND_BASE",
            "GET_WHOLE",
            "GET_READ_POINT"));
    assertEquals(all, done(ROOT + "/node/2"));
  }

  @Test
  void aCertificateOfNoRoleOrOfAnotherClusterMayNothing() throws Exception {
    assertEquals(Set.of(), done("zabdb://6f1c2a52-0000-4000-8000-000000000002/admin"));
    assertEquals(Set.of(), done());
  }
}
