package io.zabdb.maelstrom.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.peer.CheckpointFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CoreJsonTest {

  private static final Zxid ZXID = new Zxid(Long.MAX_VALUE, 7);
  private static final Entry ENTRY = new Entry(3, 4, Long.MAX_VALUE, 5, new byte[] {0, -1, 9});
  private static final Difference DIFFERENCE =
      new Difference(Difference.Mode.TRUNC, ZXID, null, List.of(ENTRY, ENTRY));

  private static final Roster ROSTER = Roster.founding(new long[] {7, Long.MIN_VALUE, -1});

  private static final Difference SNAPSHOT =
      new Difference(
          Difference.Mode.SNAP, ZXID, new CoreJson.Announced(3, ZXID, ROSTER), List.of(ENTRY));

  private static final List<Record> ALL =
      List.of(
          new Message.Cepoch(1),
          new Message.NewEpoch(2),
          new Message.AckEpoch(Message.Promise.AGAIN, 3, ZXID),
          new Message.AckEpoch(Message.Promise.AGAIN, 3, ZXID, ROSTER),
          new Message.Pull(4, ZXID),
          new Message.Pulled(5, DIFFERENCE),
          new Message.Sync(6, DIFFERENCE),
          new Message.Sync(6, SNAPSHOT),
          new Message.Part(6, DIFFERENCE),
          new Message.NewLeader(7),
          new Message.AckLd(8, ZXID),
          new Message.CommitLd(9, ZXID),
          new Message.Propose(10, ENTRY),
          new Message.Ack(11, ZXID),
          new Message.Commit(12, ZXID),
          new Message.Ping(13, 14),
          new Message.Pong(15, 16),
          new Message.Rest(17, 18),
          new Message.Wake(19),
          new Datagram.Notification(Datagram.Role.LEADING, 1, 2, ZXID, 3, 4, 5, Long.MAX_VALUE),
          new Datagram.Report(1, 2, 3),
          new Datagram.Permit(1, 2),
          new Datagram.Start(1));

  @Test
  void everyMessageSurvives() throws Exception {
    TreeSet<String> types = new TreeSet<>();
    for (Record message : ALL) {
      JsonNode read = Body.JSON.readTree(CoreJson.encode(message).toString());
      assertEquals(message, CoreJson.decode(read));
      types.add(Body.type(read));
    }
    assertEquals(CoreJson.types(), types);
  }

  /** Where its files are is nothing that another node should know. */
  @Test
  void ofACheckpointAMessageSaysWhereItStands() throws Exception {
    CheckpointFiles files = new CheckpointFiles(3, ZXID, ROSTER, Path.of("here"));
    Message message =
        new Message.Pulled(5, new Difference(Difference.Mode.SNAP, ZXID, files, List.of()));
    JsonNode read = Body.JSON.readTree(CoreJson.encode((Record) message).toString());
    Message.Pulled pulled = (Message.Pulled) CoreJson.decode(read);
    assertEquals(new CoreJson.Announced(3, ZXID, ROSTER), pulled.difference().checkpoint());
    assertFalse(read.toString().contains("here"), read::toString);
  }

  @Test
  void whatIsNoMessageIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> CoreJson.decode(Body.of("zab_nonsense")));
    assertThrows(
        IllegalArgumentException.class,
        () -> CoreJson.decode(Body.of("zab_ping").put("content", "nonsense")));
  }
}
