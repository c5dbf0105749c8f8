package io.zabdb.transport.tls;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Mutual TLS, versions 1.3 and 1.2: both sides show a certificate that an authority trusted by the
 * other has signed, and the side that connects checks that the certificate names the host that it
 * connected to. Immutable.
 */
public final class Tls {

  private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

  private final SslContext server;
  private final SslContext client;

  private Tls(SslContext server, SslContext client) {
    this.server = server;
    this.client = client;
  }

  /**
   * Reads the files.
   *
   * @throws IOException if one is missing, is not what it should be, or does not fit another; the
   *     message names file and fault
   */
  public static Tls load(TlsSettings settings) throws IOException {
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
            .build());
  }

  /** For a channel that was accepted. */
  public SslHandler accepting(Channel channel) {
    return server.newHandler(channel.alloc());
  }

  /**
   * For a channel that connects.
   *
   * @param address whose host name the certificate must name
   */
  public SslHandler connecting(Channel channel, InetSocketAddress address) {
    return client.newHandler(channel.alloc(), address.getHostString(), address.getPort());
  }
}
