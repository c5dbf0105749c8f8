package io.zabdb.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.step.Connection;
import io.zabdb.net.Await;
import io.zabdb.net.Logs;
import io.zabdb.net.tls.RoleRule;
import io.zabdb.net.tls.TestCertificates;
import io.zabdb.net.tls.Tls;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A trusted certificate makes nobody a replica unless it names that replica's node. */
@Timeout(120)
class PeerRoleTest {

  private static final RoleRule RULE = RoleRule.of(TestCluster.ID);

  @TempDir Path folder;
  private TestCertificates authority;

  @BeforeEach
  void found() throws Exception {
    authority = new TestCertificates(folder.resolve("ca"));
  }

  private static String node(int node) {
    return "zabdb://" + TestCluster.ID + "/node/" + node;
  }

  /** Of node {@code node}, which shows a certificate with these names instead. */
  private Tls showing(int node, String... names) throws Exception {
    String file = "node-" + node + "-" + names.length;
    return Tls.load(authority.issueWithRoles(file, names), RULE, Integer.parseInt(own(names)));
  }

  /** A node starts with a certificate of its own only: here it is taken for whomever it names. */
  private static String own(String... names) {
    for (String name : names) {
      if (name.startsWith(node(0).substring(0, node(0).length() - 1))) {
        return name.substring(name.lastIndexOf('/') + 1);
      }
    }
    throw new IllegalArgumentException("no node among " + List.of(names));
  }

  private TestCluster cluster(Tls first, Tls second) throws Exception {
    return new TestCluster(PeerSettings.DEFAULT, List.of(first, second), folder);
  }

  @Test
  void membersThatNameTheirNodesMeet() throws Exception {
    try (TestCluster cluster = cluster(showing(0, node(0)), showing(1, node(1)))) {
      TestReplica follower = cluster.attach(0, 0);
      TestReplica leader = cluster.attach(1, 0);
      Connection connection = new Connection(0, 1, 7);
      follower.run(port -> port.connect(connection));
      leader.expect("requested", connection);
      follower.expect("accepted", connection);
    }
  }

  @Test
  void aMemberWithTheCertificateOfAnotherNodeIsRefusedByWhoAccepts() throws Exception {
    try (Logs logs = new Logs();
        TestCluster cluster = cluster(showing(0, node(2)), showing(1, node(1)))) {
      TestReplica impostor = cluster.attach(0, 0);
      TestReplica member = cluster.attach(1, 0);
      Connection connection = new Connection(0, 1, 7);
      impostor.run(port -> port.connect(connection));
      impostor.expect("closed", connection);
      String wanted = "a certificate that names node 2, where " + node(0) + " is wanted";
      Await.until("both have logged it", () -> logs.with(wanted).size() >= 2);
      assertTrue(member.events.isEmpty());
    }
  }

  @Test
  void aMemberWithTheCertificateOfAnotherNodeIsRefusedByWhoConnects() throws Exception {
    try (Logs logs = new Logs();
        TestCluster cluster = cluster(showing(0, node(0)), showing(1, node(3)))) {
      TestReplica member = cluster.attach(0, 0);
      TestReplica impostor = cluster.attach(1, 0);
      Connection connection = new Connection(0, 1, 7);
      member.run(port -> port.connect(connection));
      member.expect("closed", connection);
      String wanted = "a certificate that names node 3, where " + node(1) + " is wanted";
      Await.until("it is logged", () -> !logs.with(wanted).isEmpty());
      assertTrue(impostor.events.isEmpty());
    }
  }

  @Test
  void aClientsCertificateAndThatOfAnotherClusterOpenNoPeerPort() throws Exception {
    String elsewhere = "zabdb://6f1c2a52-0000-4000-8000-000000000002/node/0";
    for (String name :
        List.of(
            "zabdb://" + TestCluster.ID + "/client", elsewhere, "https://a/node/0", "zabdb:x")) {
      Tls stranger = Tls.load(authority.issueWithRoles("stranger-" + name.hashCode(), name));
      try (Logs logs = new Logs();
          TestCluster cluster = cluster(stranger, showing(1, node(1)))) {
        TestReplica far = cluster.attach(0, 0);
        TestReplica member = cluster.attach(1, 0);
        Connection connection = new Connection(0, 1, 7);
        far.run(port -> port.connect(connection));
        far.expect("closed", connection);
        Await.until("it is logged", () -> !logs.with("where " + node(0) + " is wanted").isEmpty());
        assertTrue(member.events.isEmpty());
        assertEquals(List.of(), logs.with("] failed"));
      }
    }
  }
}
