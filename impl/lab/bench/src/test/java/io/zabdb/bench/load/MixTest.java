package io.zabdb.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class MixTest {

  @Test
  void readsWhatItWrites() {
    assertEquals(new Mix(100), Mix.parse("writes"));
    assertEquals(new Mix(0), Mix.parse("reads"));
    assertEquals(new Mix(95), Mix.parse("95/5"));
    for (int percent = 0; percent <= 100; percent++) {
      assertEquals(new Mix(percent), Mix.parse(new Mix(percent).toString()));
    }
  }

  @Test
  void namesWhatItCannotRead() {
    for (String bad : List.of("", "all", "50", "50/60", "-1/101", "50/50/0", "1000/0")) {
      Exception refusal = assertThrows(IllegalArgumentException.class, () -> Mix.parse(bad));
      assertTrue(refusal.getMessage().contains("\"" + bad + "\""), refusal.getMessage());
    }
  }
}
