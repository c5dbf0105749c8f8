package io.zabdb.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.EventLoopGroup;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.net.Logs;
import io.zabdb.net.RawSocket;
import io.zabdb.net.frame.FrameKind;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.socket.Loops;
import io.zabdb.net.socket.PoolCheck;
import io.zabdb.net.tls.TestCertificates;
import io.zabdb.net.tls.Tls;
import io.zabdb.net.tls.TlsSettings;
import io.zabdb.rpc.wire.ClientHello;
import io.zabdb.rpc.wire.GetStatus;
import io.zabdb.rpc.wire.NodeStatus;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.ServerHello;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients with the right certificate are let in, and no others. */
@Timeout(120)
class RpcTlsTest {

  @TempDir Path folder;
  private TestCertificates authority;
  private EventLoopGroup loops;
  private RpcServer server;
  private InetSocketAddress address;
  private Logs logs;

  @BeforeEach
  void start() throws Exception {
    authority = new TestCertificates(folder.resolve("ca"));
    loops = Loops.create("tls-test", 2);
    server = server(Tls.load(authority.issue("node")));
    address = server.bind("127.0.0.1", 0);
    logs = new Logs();
  }

  @AfterEach
  void stop() {
    logs.close();
    server.close();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    PoolCheck.awaitEmpty();
  }

  private RpcServer server(Tls tls) {
    return server(tls, RpcSettings.DEFAULT);
  }

  private RpcServer server(Tls tls, RpcSettings settings) {
    return new RpcServer(
        loops,
        settings,
        ServerHello.getDefaultInstance(),
        tls,
        MemoryBudget.of(100 << 20, 100 << 20, 0),
        (request, responder) ->
            responder.respond(
                Response.newBuilder()
                    .setStatus(
                        NodeStatus.newBuilder()
                            .setSoftware("x".repeat(request.getTimeoutMillis())))));
  }

  private Throwable refusal(InetSocketAddress to, Tls tls) {
    try (RpcClient client = new RpcClient(loops, RpcSettings.DEFAULT, tls)) {
      var connecting = client.connect(to, ClientHello.getDefaultInstance());
      return assertThrows(ExecutionException.class, connecting::get).getCause();
    }
  }

  private void work(InetSocketAddress to, Tls tls) throws Exception {
    try (RpcClient client = new RpcClient(loops, RpcSettings.DEFAULT, tls)) {
      RpcConnection connection = client.connect(to, ClientHello.getDefaultInstance()).get();
      for (int bytes : new int[] {0, 10, 100_000, 3_000_000}) {
        Response response =
            connection
                .send(
                    Request.newBuilder()
                        .setGetStatus(GetStatus.getDefaultInstance())
                        .setTimeoutMillis(bytes))
                .get();
        assertEquals(bytes, response.getStatus().getSoftware().length());
      }
    }
  }

  @Test
  void theRightCertificateIsLetIn() throws Exception {
    work(address, Tls.load(authority.issue("client")));
    assertEquals(0, logs.with("").size());
  }

  /** As when a leader has gone: each client asks all other members at once. */
  @Test
  void manyMayShakeHandsAtOnce() throws Exception {
    RpcSettings patient =
        RpcSettings.DEFAULT.withTimes(
            Duration.ofSeconds(60), Duration.ofMinutes(5), Duration.ofMinutes(1));
    Tls tls = Tls.load(authority.issue("node"));
    try (RpcServer many = server(tls, patient);
        RpcClient client = new RpcClient(loops, patient, Tls.load(authority.issue("client")))) {
      InetSocketAddress to = many.bind("127.0.0.1", 0);
      List<CompletableFuture<RpcConnection>> connecting = new ArrayList<>();
      for (int i = 0; i < 800; i++) {
        connecting.add(client.connect(to, ClientHello.getDefaultInstance()));
      }
      for (CompletableFuture<RpcConnection> one : connecting) {
        one.get(60, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void aCertificateOfAnotherAuthorityIsRefusedByTheNode() throws Exception {
    TlsSettings other = new TestCertificates(folder.resolve("other")).issue("client");
    Tls tls = Tls.load(new TlsSettings(other.certificate(), other.key(), authority.trusted()));
    for (int i = 0; i < 3; i++) {
      Throwable refusal = refusal(address, tls);
      assertTrue(refusal.getMessage().contains("certificate"), refusal::toString);
    }
    assertEquals(1, logs.with("TLS").size(), () -> logs.with("").toString());
  }

  @Test
  void aNodeOfAnotherAuthorityIsRefusedByTheClient() throws Exception {
    Tls tls = Tls.load(new TestCertificates(folder.resolve("other")).issue("client"));
    Throwable refusal = refusal(address, tls);
    assertTrue(refusal.getMessage().contains("certif"), refusal::toString);
  }

  @Test
  void aNodeOfAnotherNameIsRefusedByTheClient() throws Exception {
    try (RpcServer elsewhere =
        server(Tls.load(authority.issueFor("elsewhere", "node.example.com")))) {
      Throwable refusal =
          refusal(elsewhere.bind("127.0.0.1", 0), Tls.load(authority.issue("client")));
      assertTrue(refusal.getMessage().contains("127.0.0.1"), refusal::toString);
    }
  }

  @Test
  void aClientWithoutACertificateIsRefused() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust(), new SecureRandom());
    try (Socket socket =
            context.getSocketFactory().createSocket(address.getAddress(), address.getPort());
        RawSocket raw = new RawSocket(socket, FrameKind.CLIENT, Response.parser())) {
      Object answer;
      try {
        raw.send(Request.newBuilder().setHello(ClientHello.getDefaultInstance()).build());
        answer = raw.next();
      } catch (IOException e) {
        answer = null;
      }
      assertEquals(null, answer);
    }
  }

  private TrustManager[] trust() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    store.setCertificateEntry("ca", authority.certificate());
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  @Test
  void aClientWithoutTlsIsToldToUseIt() {
    for (int i = 0; i < 3; i++) {
      Throwable refusal = refusal(address, null);
      assertEquals(RefusedException.class, refusal.getClass());
      assertEquals(
          "refused by the other side: bytes without TLS, where this port wants it",
          refusal.getMessage());
    }
    assertEquals(1, logs.with("bytes without TLS").size());
  }

  @Test
  void aClientWithTlsIsToldThatTheNodeHasNone() throws Exception {
    try (RpcServer plain = server(null)) {
      Throwable refusal = refusal(plain.bind("127.0.0.1", 0), Tls.load(authority.issue("client")));
      assertTrue(refusal.getMessage().contains("not an SSL/TLS record"), refusal::toString);
      assertEquals(1, logs.with("TLS, where this port speaks without").size());
    }
  }
}
