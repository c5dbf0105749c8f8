package io.zabdb.node.http;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.zabdb.net.tls.TlsSettings;
import io.zabdb.node.config.Address;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** Opens servers of HTTP, or of HTTPS that asks for certificates. */
final class Servers {

  private static final int BACKLOG = 32;

  private Servers() {}

  static HttpServer open(Address address, Optional<TlsSettings> tls) throws IOException {
    InetSocketAddress where = address.resolve();
    boolean outside = where.isUnresolved() || !where.getAddress().isLoopbackAddress();
    if (!outside || tls.isEmpty()) {
      return HttpServer.create(where, BACKLOG);
    }
    HttpsServer server = HttpsServer.create(where, BACKLOG);
    server.setHttpsConfigurator(new ForCertificates(context(tls.get())));
    return server;
  }

  /** Netty reads PEM files; the JDK does not. */
  private static SSLContext context(TlsSettings tls) throws IOException {
    return ((JdkSslContext)
            SslContextBuilder.forServer(tls.certificate().toFile(), tls.key().toFile())
                .trustManager(tls.trusted().toFile())
                .clientAuth(ClientAuth.REQUIRE)
                .sslProvider(SslProvider.JDK)
                .build())
        .context();
  }

  private static final class ForCertificates extends HttpsConfigurator {

    ForCertificates(SSLContext context) {
      super(context);
    }

    @Override
    public void configure(HttpsParameters parameters) {
      SSLParameters wanted = getSSLContext().getDefaultSSLParameters();
      wanted.setNeedClientAuth(true);
      parameters.setSSLParameters(wanted);
    }
  }
}
