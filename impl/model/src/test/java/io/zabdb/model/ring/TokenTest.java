package io.zabdb.model.ring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TokenTest {

  private static long ofText(String key) {
    return Token.of(key.getBytes(StandardCharsets.US_ASCII));
  }

  private static long ofRepeated(int times, int... bytes) {
    byte[] key = new byte[times * bytes.length];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) bytes[i % bytes.length];
    }
    return Token.of(key);
  }

  /** The vectors of Cassandra's drivers: the signed bytes in the tail show in the second. */
  @Test
  void tokensAreThoseOfCassandra() {
    assertEquals(-7468325962851647638L, ofText("123"));
    assertEquals(5837342703291459765L, ofRepeated(10, 0x00, 0xff, 0x10, 0xfa, 0x99));
    assertEquals(-8927430733708461935L, ofRepeated(8, 0xfe));
    assertEquals(1446172840243228796L, ofRepeated(8, 0x10));
    assertEquals(7162290910810015547L, ofText("9223372036854775807"));
  }

  @Test
  void theEmptyKeyStandsAtTheStartOfTheRing() {
    assertEquals(Token.MIN, Token.of(new byte[0]));
  }

  @Test
  void everyByteCounts() {
    byte[] key = new byte[40];
    long[] tokens = new long[key.length + 1];
    for (int length = 0; length <= key.length; length++) {
      tokens[length] = Token.of(Arrays.copyOf(key, length));
    }
    assertEquals(tokens.length, Arrays.stream(tokens).distinct().count());
  }
}
