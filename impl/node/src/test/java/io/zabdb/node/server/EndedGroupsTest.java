package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.node.config.GroupConfig;
import io.zabdb.node.config.ShardingConfig;
import io.zabdb.replica.move.Letter;
import io.zabdb.shard.Birth;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionCopy;
import io.zabdb.shard.PartitionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups 0 to 2 founded the cluster; group 40001 has ended. */
class EndedGroupsTest {

  private static final int GONE = 40_001;
  private static final Set<MessageType> COPIED =
      Set.of(MessageType.BASE, MessageType.MANIFEST, MessageType.ACTIVATE);
  private static final Birth SELF = new Birth(1, 1);
  private static final Birth OTHER = new Birth(2, 2);

  private final Topology topology =
      new Topology(
          new UUID(1, 2),
          0,
          new ShardingConfig(
              List.of(group(0), group(1), group(2)), 1, List.of(Family.of("default"))),
          Map.of());
  private final PartitionId part =
      new PartitionId("p", topology.ring().partitions().get(1).range());
  private final List<Integer> asked = new ArrayList<>();
  private final EndedGroups ended =
      new EndedGroups(
          topology,
          (group, letter, millis) -> {
            asked.add(group);
            return CompletableFuture.completedFuture(new Letter(List.of(), List.of(), group));
          });

  private static GroupConfig group(int id) {
    return new GroupConfig(id, List.of(0, 1, 2));
  }

  @BeforeEach
  void end() {
    topology.end(group(GONE));
  }

  private List<MoveMessage> told(MessageType type) {
    return answer(type).join().messages();
  }

  private CompletableFuture<Letter> answer(MessageType type) {
    PartitionCopy copy =
        COPIED.contains(type)
            ? new PartitionCopy(1, Bytes.of("digest"), Collections.emptySortedMap(), 7)
            : null;
    MoveMessage message = new MoveMessage(type, SELF, OTHER, part, 3, 0, null, copy);
    return ended.answer(GONE, new Letter(List.of(message), List.of(), 0), 1_000);
  }

  @Test
  void whoWaitsForItWithACopyHearsThatTheAttemptIsOver() {
    MoveMessage cancel = new MoveMessage(MessageType.CANCEL, OTHER, SELF, part, 3, 0, null, null);
    assertEquals(List.of(cancel), told(MessageType.ACCEPT));
    assertEquals(List.of(cancel), told(MessageType.READY));
    assertEquals(List.of(), asked);
  }

  @Test
  void whoWouldGiveItAnythingHearsThatItHasEnded() {
    for (MessageType type :
        List.of(
            MessageType.PREPARE,
            MessageType.BASE,
            MessageType.MANIFEST,
            MessageType.DONE,
            MessageType.CANCEL,
            MessageType.TOO_LOW)) {
      CompletionException refused =
          assertThrows(CompletionException.class, () -> told(type), type::name);
      ZabException why = assertInstanceOf(ZabException.class, refused.getCause());
      assertEquals(ErrorCode.NOT_FOUND, why.code());
      assertEquals("group 40001 has ended", why.problem());
    }
    assertEquals(List.of(), asked);
  }

  @Test
  void whoGaveItTokensAsksTheirOwnerEveryOtherTimeAndElseAnybody() {
    for (int round = 0; round < 6; round++) {
      told(MessageType.ACTIVATE);
    }
    assertEquals(List.of(1, 1, 1), List.of(asked.get(0), asked.get(2), asked.get(4)));
    assertEquals(Set.of(0, 1, 2), new HashSet<>(List.of(asked.get(1), asked.get(3), asked.get(5))));
  }

  /** What is known here of the owner may be as old as the end. */
  @Test
  void anOwnerThatHasEndedIsNotAsked() {
    topology.end(group(1));
    for (int round = 0; round < 8; round++) {
      told(MessageType.ACTIVATE);
    }
    assertEquals(Set.of(0, 2), new HashSet<>(asked));
  }
}
