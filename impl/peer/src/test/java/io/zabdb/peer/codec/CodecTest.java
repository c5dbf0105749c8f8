package io.zabdb.peer.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Difference;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Message;
import io.zabdb.core.message.Zxid;
import io.zabdb.environment.peer.EntrySource;
import io.zabdb.peer.CheckpointFiles;
import io.zabdb.peer.RandomValues;
import io.zabdb.peer.wire.Notification;
import io.zabdb.peer.wire.PeerFrame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is encoded and decoded again is what it was. */
class CodecTest {

  private static final long MAX_BYTES = 1L << 30;
  private static final int MAX_FRAME_BYTES = 2 << 20;

  private static DifferenceDecoder decoder(long maxBytes) {
    return new DifferenceDecoder(
        maxBytes,
        (length, zxid, roster) -> new CheckpointFiles(length, zxid, roster, Path.of("files")));
  }

  /** The frames of a message, in the order of the wire, each through its bytes. */
  private static List<PeerFrame> frames(Message message, long lamport) throws Exception {
    List<PeerFrame> frames = new ArrayList<>();
    if (message instanceof Message.Sync || message instanceof Message.Pulled) {
      Listed source = new Listed(message);
      DifferenceEncoder encoder = new DifferenceEncoder(message, source);
      while (!encoder.isDone()) {
        frames.add(encoder.next(() -> lamport));
      }
    } else {
      if (message instanceof Message.Part part) {
        frames.addAll(frames(new Message.Sync(part.epoch(), part.difference()), lamport));
        frames.remove(frames.size() - 1);
      }
      frames.add(MessageCodec.encode(message, lamport));
    }
    List<PeerFrame> parsed = new ArrayList<>();
    for (PeerFrame frame : frames) {
      assertTrue(frame.getSerializedSize() <= MAX_FRAME_BYTES, "a frame is too long");
      parsed.add(PeerFrame.parseFrom(frame.toByteArray()));
    }
    return parsed;
  }

  /** The entries of a message. */
  private static final class Listed implements EntrySource {

    private final Iterator<Entry> entries;

    Listed(Message message) {
      entries = DifferenceEncoder.difference(message).entries().iterator();
    }

    @Override
    public Entry take() {
      return entries.next();
    }

    @Override
    public boolean isDone() {
      return !entries.hasNext();
    }
  }

  /** The message, its parts put together. */
  private static Message decode(List<PeerFrame> frames, DifferenceDecoder decoder)
      throws Exception {
    List<Message.Part> parts = new ArrayList<>();
    for (PeerFrame frame : frames.subList(0, frames.size() - 1)) {
      if (frame.hasPart()) {
        parts.add((Message.Part) MessageCodec.decode(frame, decoder));
      } else {
        decoder.add(frame.getEntries());
      }
    }
    Message last = MessageCodec.decode(frames.get(frames.size() - 1), decoder);
    return parts.isEmpty() ? last : joined(parts, (Message.Sync) last);
  }

  /** Each part but the first goes on where the one before ended. */
  private static Message joined(List<Message.Part> parts, Message.Sync last) {
    Difference first = parts.get(0).difference();
    List<Entry> entries = new ArrayList<>(first.entries());
    List<Difference> others =
        new ArrayList<>(parts.stream().skip(1).map(Message.Part::difference).toList());
    others.add(last.difference());
    for (Difference other : others) {
      assertEquals(Difference.Mode.DIFF, other.mode());
      assertEquals(entries.get(entries.size() - 1).zxid(), other.from());
      entries.addAll(other.entries());
    }
    return new Message.Sync(
        last.epoch(), new Difference(first.mode(), first.from(), first.checkpoint(), entries));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void everyMessageComesBack(long seed) throws Exception {
    RandomValues values = new RandomValues(new SplittableRandom(seed));
    DifferenceDecoder decoder = decoder(MAX_BYTES);
    for (int round = 0; round < 10; round++) {
      List<Message> messages = values.messages();
      assertEquals(kinds(Message.class), kindsOf(messages), "a kind of message is not tried");
      for (Message message : messages) {
        List<PeerFrame> frames = frames(message, round);
        assertEquals(message, decode(frames, decoder), "seed " + seed);
        assertEquals(round, frames.get(frames.size() - 1).getLamport());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void everyDatagramComesBack(long seed) throws Exception {
    RandomValues values = new RandomValues(new SplittableRandom(seed));
    for (int round = 0; round < 200; round++) {
      List<Datagram> datagrams = values.datagrams();
      assertEquals(kinds(Datagram.class), kindsOf(datagrams), "a kind of datagram is not tried");
      for (Datagram datagram : datagrams) {
        PeerFrame frame = PeerFrame.parseFrom(DatagramCodec.encode(datagram, round).toByteArray());
        assertEquals(datagram, DatagramCodec.decode(frame), "seed " + seed);
        assertEquals(round, frame.getLamport());
      }
    }
  }

  private static Set<Class<?>> kinds(Class<?> sealed) {
    return Set.of(sealed.getPermittedSubclasses());
  }

  private static Set<Class<?>> kindsOf(List<?> values) {
    return values.stream().map(Object::getClass).collect(Collectors.toSet());
  }

  @Test
  void aLongTailGoesInManyFrames() throws Exception {
    RandomValues values = new RandomValues(new SplittableRandom(99));
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      entries.add(values.entry(100_000));
    }
    Message message =
        new Message.Sync(1, new Difference(Difference.Mode.DIFF, Zxid.ZERO, null, entries));
    List<PeerFrame> frames = frames(message, 0);
    assertTrue(frames.size() > 9, "10 MB in " + frames.size() + " frames");
    assertEquals(1, frames.stream().filter(PeerFrame::hasPart).count());
    // The other side needs no more memory than for a part.
    assertEquals(message, decode(frames, decoder(6 << 20)));
  }

  @Test
  void anEntryOfTheGreatestSizeIsInAFrameOfItsOwn() throws Exception {
    Entry large = new RandomValues(new SplittableRandom(1)).entry(32 << 20);
    Entry small = new Entry(1, 1, 1, 1, new byte[] {1});
    Difference difference =
        new Difference(Difference.Mode.DIFF, Zxid.ZERO, null, List.of(small, large, small));
    Message message = new Message.Sync(1, difference);
    Listed source = new Listed(message);
    DifferenceEncoder encoder = new DifferenceEncoder(message, source);
    List<Integer> counts = new ArrayList<>();
    while (!encoder.isDone()) {
      PeerFrame frame = encoder.next(() -> 0);
      if (frame.hasEntries()) {
        counts.add(frame.getEntries().getEntriesCount());
      }
    }
    assertEquals(List.of(1, 1, 1), counts);
  }

  @Test
  void aDifferenceThatIsNotWholeIsRefused() throws Exception {
    Message message =
        new Message.Sync(
            1,
            new Difference(
                Difference.Mode.DIFF,
                Zxid.ZERO,
                null,
                List.of(new Entry(1, 1, 1, 1, new byte[10]))));
    List<PeerFrame> frames = frames(message, 0);
    BadFrameException refused =
        assertThrows(
            BadFrameException.class,
            () -> decode(frames.subList(1, frames.size()), decoder(MAX_BYTES)));
    assertEquals("a difference of 1 entries, where 0 came", refused.getMessage());
  }

  @Test
  void aDifferenceThatTakesTooMuchMemoryIsRefused() throws Exception {
    Message message =
        new Message.Sync(
            1,
            new Difference(
                Difference.Mode.DIFF,
                Zxid.ZERO,
                null,
                List.of(new Entry(1, 1, 1, 1, new byte[1000]))));
    List<PeerFrame> frames = frames(message, 0);
    BadFrameException refused =
        assertThrows(BadFrameException.class, () -> decode(frames, decoder(1000)));
    assertEquals(
        "a difference of more than 1000 bytes in memory, which is the most", refused.getMessage());
    assertEquals(message, decode(frames, decoder(1100)));
  }

  @Test
  void whatIsNoMessageIsNone() throws Exception {
    PeerFrame unknown = PeerFrame.getDefaultInstance();
    assertNull(MessageCodec.decode(unknown, decoder(MAX_BYTES)));
    assertNull(DatagramCodec.decode(unknown));
    PeerFrame role =
        PeerFrame.newBuilder().setNotification(Notification.getDefaultInstance()).build();
    assertThrows(BadFrameException.class, () -> DatagramCodec.decode(role));
    PeerFrame.Builder mode = PeerFrame.newBuilder();
    mode.getSyncBuilder().getDifferenceBuilder();
    assertThrows(
        BadFrameException.class, () -> MessageCodec.decode(mode.build(), decoder(MAX_BYTES)));
  }
}
