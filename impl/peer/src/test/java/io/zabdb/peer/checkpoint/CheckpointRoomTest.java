package io.zabdb.peer.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.peer.wire.CheckpointFile;
import io.zabdb.peer.wire.PeerFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has no room for a checkpoint knows it before it comes. */
class CheckpointRoomTest {

  @TempDir private Path directory;

  @Test
  void eachFileSaysWhatIsToCome() throws Exception {
    List<Path> files =
        List.of(
            Files.writeString(directory.resolve("a"), "abc"),
            Files.writeString(directory.resolve("b"), ""),
            Files.writeString(directory.resolve("c"), "abcde"));
    CheckpointWriter writer = new CheckpointWriter(directory.resolve("in"), 10, 1_000);
    List<Long> rests = new ArrayList<>();
    try (CheckpointReader reader = new CheckpointReader(() -> files)) {
      for (PeerFrame next = reader.next(); next != null; next = reader.next()) {
        if (next.hasCheckpointFile()) {
          rests.add(next.getCheckpointFile().getRest());
        }
        writer.add(next);
      }
    }
    assertEquals(List.of(8L, 5L, 5L), rests);
    assertEquals("abcde", Files.readString(writer.finish().resolve("c")));
  }

  @Test
  void moreThanTheDiskHasIsRefusedAtOnce() throws Exception {
    Path incoming = directory.resolve("in");
    CheckpointWriter writer = new CheckpointWriter(incoming, 10, Long.MAX_VALUE);
    PeerFrame huge =
        PeerFrame.newBuilder()
            .setCheckpointFile(
                CheckpointFile.newBuilder().setName("a").setBytes(1).setRest(Long.MAX_VALUE))
            .build();
    IOException refused = assertThrows(IOException.class, () -> writer.add(huge));
    assertTrue(
        refused.getMessage().startsWith("no room for a checkpoint: 9223372036854775807 bytes"),
        refused.getMessage());
    writer.abort();
    try (Stream<Path> left = Files.list(incoming)) {
      assertEquals(0, left.count());
    }
  }
}
