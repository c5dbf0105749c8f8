package io.zabdb.net.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.pkitesting.CertificateBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is wrong with the files is said at the start. */
class TlsTest {

  @TempDir Path folder;
  private TestCertificates authority;
  private TlsSettings right;

  @BeforeEach
  void start() throws Exception {
    authority = new TestCertificates(folder.resolve("ca"));
    right = authority.issue("node");
  }

  private static void expectFault(String message, TlsSettings settings) {
    assertEquals(message, assertThrows(IOException.class, () -> Tls.load(settings)).getMessage());
  }

  @ParameterizedTest
  @EnumSource(
      value = CertificateBuilder.Algorithm.class,
      names = {"ecp256", "ecp384", "rsa2048", "ed25519"})
  void keysOfUsualKindsAreTaken(CertificateBuilder.Algorithm algorithm) throws Exception {
    assertNotNull(Tls.load(authority.issueOf("node", algorithm)));
  }

  @Test
  void missingFilesAreNamed() {
    Path none = folder.resolve("none.pem");
    expectFault(
        "TLS certificate: " + none + " does not exist",
        new TlsSettings(none, right.key(), right.trusted()));
    expectFault(
        "TLS key: " + none + " does not exist",
        new TlsSettings(right.certificate(), none, right.trusted()));
    expectFault(
        "TLS trusted certificates: " + none + " does not exist",
        new TlsSettings(right.certificate(), right.key(), none));
  }

  @Test
  void aFileOfTheWrongKindIsNamed() throws Exception {
    expectFault(
        "TLS key: "
            + right.certificate()
            + " holds no PKCS #8 key in PEM without a password (BEGIN PRIVATE KEY)",
        new TlsSettings(right.certificate(), right.certificate(), right.trusted()));
    expectFault(
        "TLS certificate: " + right.key() + " holds something that is no certificate in PEM",
        new TlsSettings(right.key(), right.key(), right.trusted()));
    Path empty = Files.writeString(folder.resolve("empty.pem"), "");
    expectFault(
        "TLS trusted certificates: " + empty + " holds no certificate in PEM",
        new TlsSettings(right.certificate(), right.key(), empty));
    Path damaged = folder.resolve("damaged.key");
    Files.writeString(damaged, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
    expectFault(
        "TLS key: " + damaged + " holds a key that is neither RSA nor EC nor EdDSA",
        new TlsSettings(right.certificate(), damaged, right.trusted()));
    Path long1 = folder.resolve("long.pem");
    Files.write(long1, new byte[(1 << 20) + 1]);
    expectFault(
        "TLS certificate: " + long1 + " is longer than 1048576 bytes",
        new TlsSettings(long1, right.key(), right.trusted()));
  }

  @Test
  void aKeyOfAnotherCertificateIsRefused() throws Exception {
    TlsSettings other = authority.issue("other");
    expectFault(
        "TLS key: " + other.key() + " is not that of the certificate " + right.certificate(),
        new TlsSettings(right.certificate(), other.key(), right.trusted()));
    TlsSettings rsa = authority.issueOf("rsa", CertificateBuilder.Algorithm.rsa2048);
    expectFault(
        "TLS key: " + rsa.key() + " is not that of the certificate " + right.certificate(),
        new TlsSettings(right.certificate(), rsa.key(), right.trusted()));
  }

  @Test
  void aCertificateOfAnotherTimeIsRefused() throws Exception {
    TlsSettings expired = authority.issueExpired("expired");
    String message = assertThrows(IOException.class, () -> Tls.load(expired)).getMessage();
    assertTrue(
        message.startsWith("TLS certificate: " + expired.certificate() + " expired at 20"),
        message);
    TlsSettings early = authority.issueEarly("early");
    message = assertThrows(IOException.class, () -> Tls.load(early)).getMessage();
    assertTrue(
        message.startsWith("TLS certificate: " + early.certificate() + " is not valid before 20"),
        message);
  }

  @Test
  void aNodesOwnCertificateMustNameIt() throws Exception {
    RoleRule rule = RoleRule.of("6f1c2a52-0000-4000-8000-000000000001");
    String root = "zabdb://6f1c2a52-0000-4000-8000-000000000001/node/";
    TlsSettings second = authority.issueWithRoles("second", root + 1);
    assertNotNull(Tls.load(second, rule, 1));
    String message = assertThrows(IOException.class, () -> Tls.load(second, rule, 0)).getMessage();
    assertEquals(
        "TLS certificate: "
            + second.certificate()
            + " does not name "
            + root
            + "0 among its alternative names (URI)",
        message);
    assertNotNull(Tls.load(second, RoleRule.ANYTHING, 0));
  }
}
