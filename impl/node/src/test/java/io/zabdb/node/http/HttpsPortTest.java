package io.zabdb.node.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.zabdb.net.tls.TlsSettings;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class HttpsPortTest {

  @TempDir Path temp;
  private X509Bundle authority;
  private X509Bundle node;
  private TlsSettings tls;

  @BeforeEach
  void makeCertificates() throws Exception {
    authority = builder("authority").setIsCertificateAuthority(true).buildSelfSigned();
    node = builder("node").addSanIpAddress("127.0.0.1").buildIssuedBy(authority);
    tls =
        new TlsSettings(
            Files.writeString(temp.resolve("node.pem"), node.getCertificatePathPEM()),
            Files.writeString(temp.resolve("node.key"), node.getPrivateKeyPEM()),
            Files.writeString(temp.resolve("ca.pem"), authority.getCertificatePEM()));
  }

  private static CertificateBuilder builder(String name) {
    return new CertificateBuilder()
        .algorithm(CertificateBuilder.Algorithm.ecp256)
        .subject("CN=" + name);
  }

  private HttpPort open(String host) throws IOException {
    return new HttpPort(
        new Address(host, 0), Optional.of(tls), () -> "a 1\n", () -> new Health(List.of()));
  }

  private HttpResponse<String> get(HttpPort port, String scheme, KeyManager[] shown)
      throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(shown, authority.toTrustManagerFactory().getTrustManagers(), null);
    URI page = URI.create(scheme + "://127.0.0.1:" + port.port() + "/metrics");
    return HttpClient.newBuilder()
        .sslContext(context)
        .build()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void outsideOfLoopbackClientsShowACertificate() throws Exception {
    KeyManager[] known =
        builder("prometheus").buildIssuedBy(authority).toKeyManagerFactory().getKeyManagers();
    X509Bundle others = builder("others").setIsCertificateAuthority(true).buildSelfSigned();
    KeyManager[] stranger =
        builder("stranger").buildIssuedBy(others).toKeyManagerFactory().getKeyManagers();
    try (HttpPort port = open("0.0.0.0")) {
      assertEquals("a 1\n", get(port, "https", known).body());
      assertThrows(IOException.class, () -> get(port, "https", null));
      assertThrows(IOException.class, () -> get(port, "https", stranger));
      assertThrows(IOException.class, () -> get(port, "http", null));
    }
  }

  @Test
  void onLoopbackItIsPlain() throws Exception {
    try (HttpPort port = open("127.0.0.1")) {
      assertEquals("a 1\n", get(port, "http", null).body());
    }
  }
}
