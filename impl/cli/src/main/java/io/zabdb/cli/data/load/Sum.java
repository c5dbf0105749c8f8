package io.zabdb.cli.data.load;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** A checksum over texts. */
final class Sum {

  private final CRC32C crc = new CRC32C();

  void add(String text) {
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    // A byte that UTF-8 does not have: where texts end matters.
    crc.update(0xff);
  }

  long value() {
    return crc.getValue();
  }
}
