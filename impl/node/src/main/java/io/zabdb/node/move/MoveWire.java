package io.zabdb.node.move;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.zabdb.model.data.DataLimits;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.move.BaseOffer;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MadeBase;
import io.zabdb.replica.move.OfferedFiles;
import io.zabdb.replica.move.StoreOffer;
import io.zabdb.rpc.WireData;
import io.zabdb.rpc.wire.BaseFound;
import io.zabdb.rpc.wire.GroupLetter;
import io.zabdb.rpc.wire.OfferFiles;
import io.zabdb.rpc.wire.Offered;
import io.zabdb.rpc.wire.StoreOffered;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.ShardUpdate;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.ShardCodec;
import io.zabdb.storage.command.MoveMessageCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What groups tell each other, to and from the wire. */
public final class MoveWire {

  /** Of a file, in bytes: far more than any has, and the sum of all those of an offer is a long. */
  private static final long MOST_FILE = 1L << 48;

  private MoveWire() {}

  public static GroupLetter letter(Letter letter) {
    GroupLetter.Builder wire = GroupLetter.newBuilder().setPosition(letter.position());
    letter.messages().forEach(message -> wire.addMessages(bytes(MoveMessageCodec.encode(message))));
    if (!letter.families().isEmpty()) {
      ByteWriter out = new ByteWriter(64);
      wire.setFamilies(bytes(ShardCodec.putFamilies(out, letter.families()).toArray()));
    }
    return wire.build();
  }

  /**
   * An offer.
   *
   * @param group to whose members it is made
   * @param source the node that has the files
   * @param address where clients reach that node; empty: it is not said
   */
  public static OfferFiles offer(int group, BaseOffer offer, int source, String address) {
    OfferFiles.Builder wire =
        OfferFiles.newBuilder()
            .setGroup(group)
            .setFromGroup(offer.from())
            .setPartition(offer.partition())
            .setAttempt(offer.attempt())
            .setDigest(WireData.bytes(offer.digest()))
            .setSource(source)
            .setSourceAddress(address)
            .setLeastApplied(offer.least());
    return wire.addAllFiles(files(offer)).build();
  }

  /**
   * An offer.
   *
   * @throws ZabException if it makes no sense, or is beyond the limits
   */
  public static BaseOffer offer(OfferFiles wire) {
    DataLimits.checkName("the partition", wire.getPartition());
    check("the length of a log in an offer", wire.getLeastApplied(), Long.MAX_VALUE);
    SortedMap<String, Long> files = files(wire.getFilesList());
    return made(
        () ->
            new BaseOffer(
                wire.getFromGroup(),
                wire.getPartition(),
                wire.getAttempt(),
                WireData.bytes(wire.getDigest()),
                files,
                wire.getLeastApplied()));
  }

  /** Files that were made. */
  public static BaseFound made(MadeBase base, int node) {
    return BaseFound.newBuilder()
        .setOffer(offer(base.offer().from(), base.offer(), node, ""))
        .setPosition(base.position())
        .build();
  }

  /**
   * Files that were made.
   *
   * @throws ZabException if it makes no sense, or is beyond the limits
   */
  public static MadeBase made(BaseFound wire) {
    check("the position of a base", wire.getPosition(), Long.MAX_VALUE);
    return new MadeBase(offer(wire.getOffer()), wire.getPosition());
  }

  private static List<OfferFiles.File> files(OfferedFiles offer) {
    return offer.files().entrySet().stream()
        .map(
            file ->
                OfferFiles.File.newBuilder()
                    .setName(file.getKey())
                    .setBytes(file.getValue())
                    .build())
        .toList();
  }

  private static SortedMap<String, Long> files(List<OfferFiles.File> wire) {
    check("the number of files in an offer", wire.size(), OfferedFiles.FILES);
    SortedMap<String, Long> files = new TreeMap<>();
    for (OfferFiles.File file : wire) {
      check("the length of a file in an offer", file.getBytes(), MOST_FILE);
      files.put(file.getName(), file.getBytes());
    }
    if (files.size() < wire.size()) {
      throw ZabException.of(ErrorCode.INVALID_ARGUMENT, "two files of an offer have one name");
    }
    return files;
  }

  private static <T> T made(Supplier<T> offer) {
    try {
      return offer.get();
    } catch (IllegalArgumentException e) {
      throw new ZabException(ErrorCode.INVALID_ARGUMENT, e.getMessage(), false, e);
    }
  }

  /** A store that is offered. */
  public static StoreOffered store(StoreOffer offer) {
    return StoreOffered.newBuilder()
        .setLength(offer.length())
        .setDigest(WireData.bytes(offer.digest()))
        .addAllFiles(files(offer))
        .build();
  }

  /**
   * A store that is offered.
   *
   * @param group whose it is
   * @throws ZabException if it makes no sense, or is beyond the limits
   */
  public static StoreOffer store(int group, StoreOffered wire) {
    check("the length of a log in an offer", wire.getLength(), Long.MAX_VALUE);
    SortedMap<String, Long> files = files(wire.getFilesList());
    return made(
        () -> new StoreOffer(group, wire.getLength(), WireData.bytes(wire.getDigest()), files));
  }

  /** How far an offer is. */
  public static Offered offered(BaseFetcher.OfferProgress progress) {
    return Offered.newBuilder()
        .setState(
            switch (progress.state()) {
              case HAS -> Offered.State.HAS;
              case FETCHING -> Offered.State.FETCHING;
              case LATER -> Offered.State.LATER;
              case FAILED -> Offered.State.FAILED;
            })
        .setBytes(progress.bytes())
        .setReason(progress.reason())
        .build();
  }

  /** The same; of whoever says what is not known here, that it is to be asked again. */
  public static BaseFetcher.OfferProgress progress(Offered wire) {
    BaseFetcher.State state =
        switch (wire.getState()) {
          case HAS -> BaseFetcher.State.HAS;
          case FETCHING -> BaseFetcher.State.FETCHING;
          case FAILED -> BaseFetcher.State.FAILED;
          case LATER, UNKNOWN, UNRECOGNIZED -> BaseFetcher.State.LATER;
        };
    return new BaseFetcher.OfferProgress(state, wire.getBytes(), wire.getReason());
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
    check("the number of messages in a letter", wire.getMessagesCount(), Letter.MESSAGES);
    check("the position in a letter", wire.getPosition(), Long.MAX_VALUE);
    List<MoveMessage> messages = new ArrayList<>();
    for (ByteString each : wire.getMessagesList()) {
      messages.add(MoveMessageCodec.decode(each.toByteArray()));
    }
    checkUpdates(messages);
    return new Letter(messages, families(wire.getFamilies()), wire.getPosition());
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
      check("the length of the updates in a letter in bytes", bytes, Letter.BYTES);
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
          what + " is " + Long.toUnsignedString(value) + ", allowed is " + most);
    }
  }
}
