package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.rpc.wire.Change;
import io.zabdb.rpc.wire.Error;
import io.zabdb.rpc.wire.ErrorCode;
import io.zabdb.rpc.wire.Request;
import io.zabdb.rpc.wire.Response;
import io.zabdb.rpc.wire.RowMutation;
import io.zabdb.rpc.wire.Update;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An update that is longer than a node takes. */
@Timeout(120)
class LongUpdateTest {

  private static final int MIB = 1 << 20;
  private static final int MOST = 4 << 10;

  @TempDir Path directory;

  private static Request.Builder update(String partition, int seq, int valueBytes) {
    Change.Put put =
        Change.Put.newBuilder()
            .setFamily("default")
            .setValue(ByteString.copyFrom(new byte[valueBytes]))
            .build();
    return Request.newBuilder()
        .setUpdate(
            Update.newBuilder()
                .setPartition(partition)
                .setSession(1)
                .setSeq(seq)
                .setOpened(0)
                .setRowMutation(
                    RowMutation.newBuilder()
                        .setRow(ByteString.copyFromUtf8("row"))
                        .addChanges(Change.newBuilder().setPut(put))));
  }

  @Test
  void theAnswerNamesItsLengthAndTheMost() throws Exception {
    MemoryBudget budget = MemoryBudget.builder(64 * MIB, 32 * MIB, 64 * MIB).build();
    try (LoneNode node = new LoneNode(directory, budget, "max-request", "4KiB")) {
      Error error = node.ask(update(node.partition(), 1, MOST)).getError();
      assertEquals(ErrorCode.TOO_LARGE, error.getCode(), error.toString());
      assertFalse(error.getMayHaveHappened());
      Matcher told =
          Pattern.compile(
                  "the update has (\\d+) bytes, encoded, where group 0 takes 4096 at most: the"
                      + " max-request of its nodes")
              .matcher(error.getMessage());
      assertTrue(told.matches(), error.getMessage());
      int around = Integer.parseInt(told.group(1)) - MOST;
      Response longest = node.ask(update(node.partition(), 2, MOST - around));
      assertTrue(longest.hasUpdated(), "as long as was told: " + longest);
    }
  }
}
