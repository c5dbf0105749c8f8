package io.zabdb.node.config;

import static io.zabdb.node.config.Types.path;
import static io.zabdb.node.config.Types.yesOrNo;

import java.nio.file.Path;
import java.util.List;

/** Certificates, and what goes without them. */
final class EncryptionOptions {

  private static final OptionPart PART = new OptionPart("encryption");

  static final Option<Path> TLS_CERTIFICATE =
      PART.absent(
          "tls-certificate", path(), "no encryption", "The node's certificate, a PEM file.");
  static final Option<Path> TLS_KEY =
      PART.absent(
          "tls-key",
          path(),
          "no encryption",
          "The private key of the certificate, a PEM file (PKCS #8) without a password.");
  static final Option<Path> TLS_TRUSTED =
      PART.absent(
          "tls-trusted",
          path(),
          "no encryption",
          "The authorities that sign the certificates of nodes and clients, a PEM file.");
  static final Option<Boolean> TLS_ROLES =
      PART.given(
          "tls-roles",
          yesOrNo(),
          "true",
          "Whether a certificate must name, as a URI, what its owner may be:"
              + " zabdb://CLUSTER/node/N, zabdb://CLUSTER/admin, zabdb://CLUSTER/client. If not,"
              + " anyone with a certificate of the authorities may be any node and an operator.");
  static final Option<Boolean> INSECURE =
      PART.given(
          "insecure",
          yesOrNo(),
          "false",
          "Listen elsewhere than on loopback without certificates: anyone who reaches the"
              + " ports can read and write everything.");

  private EncryptionOptions() {}

  /** All of them, in the order of the documentation. */
  static List<Option<?>> all() {
    return PART.options();
  }
}
