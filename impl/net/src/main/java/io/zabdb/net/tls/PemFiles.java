package io.zabdb.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads PEM files, and says what is wrong with them. */
final class PemFiles {

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  /** Kinds of keys, and how those sign. */
  private static final List<List<String>> ALGORITHMS =
      List.of(
          List.of("RSA", "SHA256withRSA"),
          List.of("EC", "SHA256withECDSA"),
          List.of("EdDSA", "EdDSA"));

  private static final long MAX_BYTES = 1 << 20;

  private PemFiles() {}

  /**
   * The certificates of a file.
   *
   * @param what for messages
   * @return at least one
   */
  static List<X509Certificate> certificates(String what, Path file) throws IOException {
    byte[] bytes = read(what, file);
    try {
      List<X509Certificate> certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (certificates.isEmpty()) {
        throw fault(what, file, "holds no certificate in PEM", null);
      }
      return certificates;
    } catch (CertificateException e) {
      throw fault(what, file, "holds something that is no certificate in PEM", e);
    }
  }

  static PrivateKey key(Path file) throws IOException {
    String text = new String(read("key", file), StandardCharsets.US_ASCII);
    Matcher matcher = KEY.matcher(text);
    if (!matcher.find()) {
      throw fault(
          "key", file, "holds no PKCS #8 key in PEM without a password (BEGIN PRIVATE KEY)", null);
    }
    try {
      PKCS8EncodedKeySpec encoded =
          new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(matcher.group(1)));
      for (List<String> algorithm : ALGORITHMS) {
        PrivateKey key = decode(algorithm.get(0), encoded);
        if (key != null) {
          return key;
        }
      }
    } catch (IllegalArgumentException e) {
      throw fault("key", file, "is damaged", e);
    }
    throw fault("key", file, "holds a key that is neither RSA nor EC nor EdDSA", null);
  }

  private static PrivateKey decode(String algorithm, PKCS8EncodedKeySpec encoded) {
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
    } catch (GeneralSecurityException e) {
      return null;
    }
  }

  /** Whether the certificate is of this key, and valid now. */
  static void checkFit(TlsSettings settings, PrivateKey key, X509Certificate certificate)
      throws IOException {
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException e) {
      throw fault(
          "certificate",
          settings.certificate(),
          "expired at " + certificate.getNotAfter().toInstant(),
          e);
    } catch (CertificateNotYetValidException e) {
      throw fault(
          "certificate",
          settings.certificate(),
          "is not valid before " + certificate.getNotBefore().toInstant(),
          e);
    }
    if (!isOf(key, certificate)) {
      throw fault(
          "key", settings.key(), "is not that of the certificate " + settings.certificate(), null);
    }
  }

  private static boolean isOf(PrivateKey key, X509Certificate certificate) {
    try {
      String signing =
          ALGORITHMS.stream()
              .filter(algorithm -> algorithm.get(0).equals(key.getAlgorithm()))
              .map(algorithm -> algorithm.get(1))
              .findFirst()
              .orElseThrow();
      byte[] text = "whose key is this?".getBytes(StandardCharsets.US_ASCII);
      Signature signature = Signature.getInstance(signing);
      signature.initSign(key);
      signature.update(text);
      byte[] signed = signature.sign();
      signature.initVerify(certificate.getPublicKey());
      signature.update(text);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      // A key of another kind.
      return false;
    }
  }

  private static byte[] read(String what, Path file) throws IOException {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw fault(what, file, "is longer than " + MAX_BYTES + " bytes", null);
      }
      return Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw fault(what, file, "does not exist", e);
    } catch (AccessDeniedException e) {
      throw fault(what, file, "may not be read by this user", e);
    }
  }

  private static IOException fault(String what, Path file, String fault, Exception cause) {
    return new IOException("TLS " + what + ": " + file + " " + fault, cause);
  }
}
