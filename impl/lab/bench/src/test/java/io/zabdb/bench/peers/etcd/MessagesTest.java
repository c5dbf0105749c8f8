package io.zabdb.bench.peers.etcd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.data.Bytes;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The bytes are those that etcd's proto files say. */
class MessagesTest {

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  @Test
  void requests() {
    assertArrayEquals(hex("0a 01 6b 12 02 7676"), Messages.put(Bytes.of("k"), Bytes.of("vv")));
    assertArrayEquals(hex("0a 01 6b"), Messages.range(Bytes.of("k")));
  }

  @Test
  void theValueInAnAnswer() throws Exception {
    // A header of a revision; a pair of key, three revisions, value, lease; the count.
    String pair = "0a 01 6b 10 05 18 06 20 02 2a 02 7676 30 00";
    byte[] answer = hex("0a 02 18 07 12 0f" + pair + "20 01");
    assertEquals(Optional.of(Bytes.of("vv")), Messages.value(answer));
    assertEquals(Optional.empty(), Messages.value(hex("0a 02 18 07")));
    assertEquals(Optional.of(Bytes.EMPTY), Messages.value(hex("12 03 0a 01 6b")));
    assertThrows(IOException.class, () -> Messages.value(hex("12 7f 0a")));
  }
}
