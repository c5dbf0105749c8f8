package io.zabdb.net.tls;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** An authority, and what it signs, as files. */
public final class TestCertificates {

  private final Path folder;
  private final X509Bundle authority;

  public TestCertificates(Path folder) throws Exception {
    this.folder = Files.createDirectories(folder);
    this.authority =
        builder()
            .subject("CN=authority of " + folder.getFileName())
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    Files.writeString(folder.resolve("ca.pem"), authority.getCertificatePEM());
  }

  private static CertificateBuilder builder() {
    return new CertificateBuilder().algorithm(CertificateBuilder.Algorithm.ecp256);
  }

  public Path trusted() {
    return folder.resolve("ca.pem");
  }

  /** Of the authority. */
  public X509Certificate certificate() {
    return authority.getCertificate();
  }

  /** A node or client at 127.0.0.1. */
  public TlsSettings issue(String name) throws Exception {
    return write(name, builder().subject("CN=" + name).addSanIpAddress("127.0.0.1"));
  }

  public TlsSettings issueFor(String name, String host) throws Exception {
    return write(name, builder().subject("CN=" + name).addSanDnsName(host));
  }

  /** A node or client at 127.0.0.1 that names roles. */
  public TlsSettings issueWithRoles(String name, String... uris) throws Exception {
    CertificateBuilder builder = builder().subject("CN=" + name).addSanIpAddress("127.0.0.1");
    for (String uri : uris) {
      builder = builder.addSanUriName(uri);
    }
    return write(name, builder);
  }

  TlsSettings issueExpired(String name) throws Exception {
    return write(
        name,
        builder()
            .subject("CN=" + name)
            .notBefore(Instant.now().minus(20, ChronoUnit.DAYS))
            .notAfter(Instant.now().minus(10, ChronoUnit.DAYS)));
  }

  TlsSettings issueEarly(String name) throws Exception {
    return write(
        name,
        builder()
            .subject("CN=" + name)
            .notBefore(Instant.now().plus(10, ChronoUnit.DAYS))
            .notAfter(Instant.now().plus(20, ChronoUnit.DAYS)));
  }

  TlsSettings issueOf(String name, CertificateBuilder.Algorithm algorithm) throws Exception {
    return write(name, builder().algorithm(algorithm).subject("CN=" + name));
  }

  private TlsSettings write(String name, CertificateBuilder builder) throws Exception {
    X509Bundle bundle = builder.buildIssuedBy(authority);
    Path certificate = folder.resolve(name + ".pem");
    Path key = folder.resolve(name + ".key");
    Files.writeString(certificate, bundle.getCertificatePathPEM());
    Files.writeString(key, bundle.getPrivateKeyPEM());
    return new TlsSettings(certificate, key, trusted());
  }
}
