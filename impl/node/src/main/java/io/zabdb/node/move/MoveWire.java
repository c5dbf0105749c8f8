package io.zabdb.node.move;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.move.Letter;
import io.zabdb.rpc.wire.GroupLetter;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.ShardCodec;
import io.zabdb.storage.command.MoveMessageCodec;
import java.util.ArrayList;
import java.util.List;

/** What groups tell each other, to and from the wire. */
public final class MoveWire {

  private MoveWire() {}

  public static GroupLetter letter(Letter letter) {
    GroupLetter.Builder wire =
        GroupLetter.newBuilder().setPosition(letter.position()).setHolders(letter.holders());
    letter.messages().forEach(message -> wire.addMessages(bytes(MoveMessageCodec.encode(message))));
    if (!letter.families().isEmpty()) {
      ByteWriter out = new ByteWriter(64);
      wire.setFamilies(bytes(ShardCodec.putFamilies(out, letter.families()).toArray()));
    }
    return wire.build();
  }

  private static ByteString bytes(byte[] bytes) {
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  /**
   * A letter.
   *
   * @throws ZabException if it makes no sense, or is beyond the limits
   */
  public static Letter letter(GroupLetter wire) {
    check("the number of messages", wire.getMessagesCount(), Letter.MESSAGES);
    check("the position", wire.getPosition(), Long.MAX_VALUE);
    List<MoveMessage> messages = new ArrayList<>();
    for (ByteString each : wire.getMessagesList()) {
      messages.add(MoveMessageCodec.decode(each.toByteArray()));
    }
    checkUpdates(messages);
    return new Letter(
        messages, families(wire.getFamilies()), wire.getHolders(), wire.getPosition());
  }

  private static void checkUpdates(List<MoveMessage> messages) {
    long updates = 0;
    long bytes = 0;
    for (MoveMessage message : messages) {
      ShardUpdate entry = message.entry();
      if (entry != null) {
        updates++;
        bytes += entry.payload().length();
      }
    }
    if (updates > 1) {
      check("the length of the updates in bytes", bytes, Letter.BYTES);
    }
  }

  private static List<Family> families(ByteString bytes) {
    if (bytes.isEmpty()) {
      return List.of();
    }
    ByteReader in = new ByteReader(bytes.toByteArray());
    try {
      List<Family> families = ShardCodec.takeFamilies(in);
      in.end();
      return families;
    } catch (IllegalArgumentException e) {
      throw new ZabException(ErrorCode.INVALID_ARGUMENT, "families: " + e.getMessage(), false, e);
    }
  }

  private static void check(String what, long value, long most) {
    if (value < 0 || value > most) {
      throw ZabException.of(
          ErrorCode.INVALID_ARGUMENT,
          what + " in a letter is " + Long.toUnsignedString(value) + ", allowed is " + most);
    }
  }
}
