package io.zabdb.net.tls;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Whether, and how, the certificate that the other side of a connection shows is held against what
 * that side wants to be. That it is signed by a trusted authority is not asked here. Immutable.
 */
public final class RoleRule {

  /** A trusted peer may have any role. */
  public static final RoleRule ANYTHING = new RoleRule(null);

  /** A trusted peer without roles may have any role. */
  private static final Optional<CertificateRoles> EVERYTHING = Optional.empty();

  /** Null: nothing is asked. */
  private final String cluster;

  private RoleRule(String cluster) {
    this.cluster = cluster;
  }

  /**
   * Certificates must name the roles of their owners.
   *
   * @param cluster its UUID
   */
  public static RoleRule of(String cluster) {
    return new RoleRule(cluster);
  }

  /**
   * The roles of the other side; empty: it may be anything.
   *
   * @throws RefusedException if it showed no certificate that can be read
   */
  public Optional<CertificateRoles> of(Channel channel) throws RefusedException {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (cluster == null || tls == null) {
      return EVERYTHING;
    }
    try {
      X509Certificate shown = (X509Certificate) tls.engine().getSession().getPeerCertificates()[0];
      return Optional.of(CertificateRoles.of(shown, cluster));
    } catch (SSLPeerUnverifiedException | CertificateParsingException e) {
      throw new RefusedException(
          Reason.ROLE, "a certificate whose names cannot be read: " + e.getMessage());
    }
  }

  /**
   * Lets the other side of a connection be a node.
   *
   * @throws RefusedException if its certificate does not name that node
   */
  public void checkNode(Channel channel, int node) throws RefusedException {
    Optional<CertificateRoles> roles = of(channel);
    if (roles.isPresent() && !roles.get().nodes().contains(node)) {
      throw new RefusedException(
          Reason.ROLE,
          "a certificate that names " + roles.get() + ", where " + name(node) + " is wanted");
    }
  }

  /**
   * What is missing in a node's own certificate; empty: nothing.
   *
   * @param certificate the first of the node's file
   */
  Optional<String> missing(X509Certificate certificate, int node)
      throws CertificateParsingException {
    if (cluster == null) {
      return Optional.empty();
    }
    Set<Integer> nodes = CertificateRoles.of(certificate, cluster).nodes();
    return nodes.contains(node) ? Optional.empty() : Optional.of(name(node));
  }

  private String name(int node) {
    return "zabdb://" + cluster + "/node/" + node;
  }
}
