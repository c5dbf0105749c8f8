package io.zabdb.peer.codec;

import com.google.protobuf.ByteOutput;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.zabdb.core.group.Roster;
import io.zabdb.core.message.Entry;
import io.zabdb.core.message.Zxid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/** Zxids and entries. */
final class Values {

  private Values() {}

  static io.zabdb.peer.wire.Zxid encode(Zxid zxid) {
    return io.zabdb.peer.wire.Zxid.newBuilder()
        .setEpoch(zxid.epoch())
        .setCounter(zxid.counter())
        .build();
  }

  static Zxid decode(io.zabdb.peer.wire.Zxid zxid) {
    return new Zxid(zxid.getEpoch(), zxid.getCounter());
  }

  static ByteString encode(Roster roster) {
    return roster.equals(Roster.NONE)
        ? ByteString.EMPTY
        : UnsafeByteOperations.unsafeWrap(roster.encode());
  }

  static Roster roster(ByteString bytes) throws BadFrameException {
    try {
      return bytes.isEmpty() ? Roster.NONE : Roster.decode(bytes.toByteArray());
    } catch (IllegalArgumentException e) {
      throw new BadFrameException(e.getMessage());
    }
  }

  /** Shares the payload, which nobody changes. */
  static io.zabdb.peer.wire.Entry encode(Entry entry) {
    return io.zabdb.peer.wire.Entry.newBuilder()
        .setEpoch(entry.epoch())
        .setCounter(entry.counter())
        .setSession(entry.session())
        .setSeq(entry.seq())
        .setPayload(UnsafeByteOperations.unsafeWrap(entry.payload()))
        .build();
  }

  static Entry decode(io.zabdb.peer.wire.Entry entry) {
    return new Entry(
        entry.getEpoch(),
        entry.getCounter(),
        entry.getSession(),
        entry.getSeq(),
        bytes(entry.getPayload()));
  }

  /** The bytes themselves, if they are an array of their own; otherwise a copy. */
  private static byte[] bytes(ByteString string) {
    Taken taken = new Taken();
    try {
      UnsafeByteOperations.unsafeWriteTo(string, taken);
    } catch (IOException e) {
      throw new UncheckedIOException("taking bytes out of memory", e);
    }
    return taken.bytes != null ? taken.bytes : string.toByteArray();
  }

  private static final class Taken extends ByteOutput {

    private byte[] bytes;

    @Override
    public void writeLazy(byte[] value, int offset, int length) {
      if (offset == 0 && length == value.length) {
        bytes = value;
      }
    }

    @Override
    public void write(byte value) {}

    @Override
    public void write(byte[] value, int offset, int length) {}

    @Override
    public void write(ByteBuffer value) {}

    @Override
    public void writeLazy(ByteBuffer value) {}
  }
}
