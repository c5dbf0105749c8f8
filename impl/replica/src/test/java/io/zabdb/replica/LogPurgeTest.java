package io.zabdb.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.zabdb.core.message.Zxid;
import io.zabdb.log.LogPosition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogPurgeTest {

  private final List<Long> purged = new ArrayList<>();
  private long needed = Long.MAX_VALUE;
  private boolean isShortOfRoom;
  private final LogPurge purge =
      new LogPurge(position -> purged.add(position.length()), () -> needed, () -> isShortOfRoom);

  private static LogPosition at(long length) {
    return new LogPosition(length, new Zxid(1, length));
  }

  @Test
  void withoutReadersItIsPurgedAtOnce() {
    purge.upTo(at(10));
    purge.upTo(at(20));
    purge.look();
    assertEquals(List.of(10L, 20L), purged);
  }

  @Test
  void whatAMemberIsBeingSentIsKept() {
    needed = 15;
    purge.upTo(at(10));
    purge.upTo(at(14));
    purge.upTo(at(15));
    purge.upTo(at(30));
    assertEquals(List.of(10L, 14L), purged);
    needed = 31;
    purge.look();
    purge.look();
    assertEquals(List.of(10L, 14L, 30L), purged);
  }

  @Test
  void forWantOfRoomNothingIsKept() {
    needed = 1;
    purge.upTo(at(10));
    purge.upTo(at(20));
    assertEquals(List.of(), purged);
    isShortOfRoom = true;
    purge.look();
    assertEquals(List.of(20L), purged);
  }

  @Test
  void aLogThatHasBegunAnewIsNotPurgedFurther() {
    needed = 1;
    purge.upTo(at(10));
    purge.forget();
    needed = Long.MAX_VALUE;
    purge.look();
    assertEquals(List.of(), purged);
  }
}
