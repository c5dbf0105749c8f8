package io.zabdb.net.tls;

import java.net.URI;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a certificate lets its owner be in a cluster. It says so by names of kind URI among its
 * alternative names: {@code zabdb://CLUSTER/node/N}, {@code zabdb://CLUSTER/admin}, {@code
 * zabdb://CLUSTER/client}, where CLUSTER is the cluster's UUID; one certificate may have several.
 * Names of other clusters count for nothing. Immutable.
 *
 * @param nodes the ids of the nodes that it may be
 * @param admin whether it may do what operators do
 * @param client whether it may read and write
 */
public record CertificateRoles(Set<Integer> nodes, boolean admin, boolean client) {

  /** Of a certificate that names nothing. */
  public static final CertificateRoles NONE = new CertificateRoles(Set.of(), false, false);

  /** The tag of a URI among the alternative names of a certificate (RFC 5280, GeneralName). */
  private static final int URI_NAME = 6;

  private static final Pattern NODE = Pattern.compile("/node/(0|[1-9]\\d{0,8})");

  public CertificateRoles {
    nodes = Set.copyOf(nodes);
  }

  /**
   * Reads them.
   *
   * @param cluster its UUID
   */
  static CertificateRoles of(X509Certificate certificate, String cluster)
      throws CertificateParsingException {
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    if (names == null) {
      return NONE;
    }
    Set<Integer> nodes = new TreeSet<>();
    boolean admin = false;
    boolean client = false;
    for (List<?> name : names) {
      String path = path(name, cluster);
      Matcher node = NODE.matcher(path);
      if (node.matches()) {
        nodes.add(Integer.parseInt(node.group(1)));
      }
      admin |= path.equals("/admin");
      client |= path.equals("/client");
    }
    return new CertificateRoles(nodes, admin, client);
  }

  /** What follows the cluster; empty, if the name is another one. */
  private static String path(List<?> name, String cluster) {
    if (!Integer.valueOf(URI_NAME).equals(name.get(0))) {
      return "";
    }
    try {
      URI uri = URI.create((String) name.get(1));
      boolean ours =
          "zabdb".equals(uri.getScheme()) && cluster.equalsIgnoreCase(uri.getAuthority());
      return ours ? uri.getPath() : "";
    } catch (IllegalArgumentException e) {
      // Somebody else's name.
      return "";
    }
  }

  /** Whether it names anything at all. */
  public boolean isEmpty() {
    return equals(NONE);
  }

  /** For people. */
  @Override
  public String toString() {
    if (isEmpty()) {
      return "no role of this cluster";
    }
    StringBuilder text = new StringBuilder();
    new TreeSet<>(nodes).forEach(node -> text.append(", node ").append(node));
    text.append(admin ? ", admin" : "").append(client ? ", client" : "");
    return text.substring(2);
  }
}
