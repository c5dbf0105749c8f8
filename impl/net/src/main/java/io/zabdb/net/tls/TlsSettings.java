package io.zabdb.net.tls;

import java.nio.file.Path;

/**
 * The own certificate and the trusted ones, as PEM files.
 *
 * @param certificate one's own certificate, with those between it and the trusted ones
 * @param key its private key, PKCS #8, without a password
 * @param trusted the certificates of the authorities that the other side's must be signed by; both
 *     sides show one
 */
public record TlsSettings(Path certificate, Path key, Path trusted) {}
