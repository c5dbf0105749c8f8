package io.zabdb.net.tls;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.zabdb.net.socket.Background;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivateKey;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Mutual TLS, versions 1.3 and 1.2: both sides show a certificate that an authority trusted by the
 * other has signed, and the side that connects checks that the certificate names the host that it
 * connected to. What handshakes compute is computed by threads of their own, so that an event loop
 * with heartbeats to send never waits for it. Immutable.
 */
public final class Tls {

  private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

  /** So many handshakes compute at a time; others wait. */
  private static final int HANDSHAKE_THREADS = 2;

  private final SslContext server;
  private final SslContext client;
  private final RoleRule roles;
  private final Executor handshakes = Background.threads("zabdb-tls", HANDSHAKE_THREADS);

  private Tls(SslContext server, SslContext client, RoleRule roles) {
    this.server = server;
    this.client = client;
    this.roles = roles;
  }

  /**
   * Reads the files, and takes the other side for whatever it says it is.
   *
   * @throws IOException if one is missing, is not what it should be, or does not fit another; the
   *     message names file and fault
   */
  public static Tls load(TlsSettings settings) throws IOException {
    return load(settings, RoleRule.ANYTHING);
  }

  /**
   * Reads the files of a node.
   *
   * @throws IOException as {@link #load(TlsSettings)}, or if its certificate does not name it
   */
  public static Tls load(TlsSettings settings, RoleRule roles, int node) throws IOException {
    X509Certificate own = PemFiles.certificates("certificate", settings.certificate()).get(0);
    try {
      Optional<String> missing = roles.missing(own, node);
      if (missing.isPresent()) {
        throw new IOException(
            "TLS certificate: "
                + settings.certificate()
                + " does not name "
                + missing.get()
                + " among its alternative names (URI)");
      }
    } catch (CertificateParsingException e) {
      throw new IOException(
          "TLS certificate: " + settings.certificate() + " has names that cannot be read", e);
    }
    return load(settings, roles);
  }

  /**
   * Reads the files.
   *
   * @param roles what is asked of the certificates of others
   */
  static Tls load(TlsSettings settings, RoleRule roles) throws IOException {
    List<X509Certificate> chain = PemFiles.certificates("certificate", settings.certificate());
    PrivateKey key = PemFiles.key(settings.key());
    List<X509Certificate> trusted =
        PemFiles.certificates("trusted certificates", settings.trusted());
    PemFiles.checkFit(settings, key, chain.get(0));
    X509Certificate[] shown = chain.toArray(new X509Certificate[0]);
    X509Certificate[] roots = trusted.toArray(new X509Certificate[0]);
    return new Tls(
        SslContextBuilder.forServer(key, shown)
            .sslProvider(SslProvider.JDK)
            .trustManager(roots)
            .clientAuth(ClientAuth.REQUIRE)
            .protocols(VERSIONS)
            .build(),
        SslContextBuilder.forClient()
            .keyManager(key, shown)
            .sslProvider(SslProvider.JDK)
            .trustManager(roots)
            .endpointIdentificationAlgorithm("HTTPS")
            .protocols(VERSIONS)
            .build(),
        roles);
  }

  /** What is asked of the certificates of others. */
  public RoleRule roles() {
    return roles;
  }

  /** For a channel that was accepted. */
  public SslHandler accepting(Channel channel) {
    return server.newHandler(channel.alloc(), handshakes);
  }

  /**
   * For a channel that connects.
   *
   * @param address whose host name the certificate must name
   */
  public SslHandler connecting(Channel channel, InetSocketAddress address) {
    return client.newHandler(
        channel.alloc(), address.getHostString(), address.getPort(), handshakes);
  }
}
