package io.zabdb.storage.engine;

import io.zabdb.core.data.DataLimits;
import io.zabdb.core.group.Roster;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.ResultCodec;
import io.zabdb.storage.data.Bytes;
import io.zabdb.storage.data.ErrorCode;
import io.zabdb.storage.data.Family;
import io.zabdb.storage.data.Partition;
import io.zabdb.storage.data.StorageException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The keys and values of the system tree. All errors in them are {@link ErrorCode#CORRUPT}. The
 * format is in docs/storage-format.md.
 */
final class SystemRecords {

  /**
   * The last request of a session in a partition.
   *
   * @param seq its number
   * @param result the answer it got
   */
  record LastRequest(long seq, Result result) {}

  static final byte[] FORMAT_KEY = {'F'};
  static final byte[] APPLIED_KEY = {'A'};
  static final byte[] PARTITIONS = {'P'};

  /** Up to format 2: the highest number of each session, for the core. */
  static final byte[] NUMBERS = {'G'};

  static final byte[] REQUESTS = {'R'};
  static final byte[] ROSTER_KEY = {'D'};

  private static final int FORMAT = 3;

  /** Without request records, and with {@link #NUMBERS}. */
  private static final int FIRST_FORMAT = 1;

  private static final char LAST_REQUEST = 'S';

  private SystemRecords() {}

  static byte[] format() {
    return new byte[] {FORMAT};
  }

  /** Throws if it is not a format that this code knows. */
  static void checkFormat(byte[] value) {
    if (value.length != 1 || value[0] < FIRST_FORMAT || value[0] > FORMAT) {
      throw new StorageException(
          ErrorCode.CORRUPT,
          "the store has the format "
              + Bytes.of(value)
              + ", known are those up to "
              + Bytes.of(format()));
    }
  }

  static byte[] applied(AppliedPoint point) {
    ByteWriter out = new ByteWriter(32).putVarint(point.length());
    return VersionCodec.putZxid(out, point.zxid()).putVarint(point.time()).toArray();
  }

  /** The point; {@link AppliedPoint#NONE} for null. */
  static AppliedPoint toApplied(byte[] value) {
    return value == null
        ? AppliedPoint.NONE
        : read(
            value,
            in -> new AppliedPoint(in.takeNumber(), VersionCodec.takeZxid(in), in.takeNumber()));
  }

  /** The roster; {@link Roster#NONE} for null. */
  static Roster toRoster(byte[] value) {
    try {
      return value == null ? Roster.NONE : Roster.decode(value);
    } catch (IllegalArgumentException e) {
      throw new StorageException(
          ErrorCode.CORRUPT, "a system record makes no sense: " + Bytes.of(value), e);
    }
  }

  static byte[] partitionKey(String partition) {
    return new ByteWriter(64).putRaw(PARTITIONS).putRaw(Bytes.of(partition).array()).toArray();
  }

  static byte[] partition(Partition partition) {
    ByteWriter out = new ByteWriter(64);
    out.putString(partition.name()).putVarint(partition.move());
    out.putVarint(partition.families().size());
    for (Family family : partition.families()) {
      out.putString(family.name()).putVarint(family.versions()).putVarint(family.maxAge());
    }
    return out.toArray();
  }

  static Partition toPartition(byte[] value) {
    return read(value, SystemRecords::takePartition);
  }

  private static Partition takePartition(ByteReader in) {
    String name = in.takeString();
    long move = in.takeNumber();
    int count = in.takeCount("families", DataLimits.FAMILIES);
    List<Family> families = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      families.add(new Family(in.takeString(), (int) in.takeNumber(), in.takeNumber()));
    }
    return new Partition(name, move, families);
  }

  /** The session of a key made by {@link #lastRequestKey}. */
  static long sessionOf(byte[] key) {
    return new ByteReader(key, key.length - Long.BYTES).takeLong();
  }

  /** The prefix of the keys of all sessions in a partition. */
  static byte[] lastRequests(String partition) {
    return new ByteWriter(128).putByte(LAST_REQUEST).putString(partition).toArray();
  }

  static byte[] lastRequestKey(String partition, long session) {
    return new ByteWriter(128).putRaw(lastRequests(partition)).putLong(session).toArray();
  }

  static byte[] lastRequest(LastRequest last) {
    return new ByteWriter(64)
        .putVarint(last.seq())
        .putRaw(ResultCodec.encode(last.result()))
        .toArray();
  }

  static LastRequest toLastRequest(byte[] value) {
    return read(
        value, in -> new LastRequest(in.takeVarint(), ResultCodec.decode(in.takeRest().array())));
  }

  /**
   * The key of a record of requests.
   *
   * @param length of the log with the last of them
   */
  static byte[] requestsKey(long length) {
    return new ByteWriter(1 + Long.BYTES).putRaw(REQUESTS).putLong(length).toArray();
  }

  /** Adds a request to the value of a record of requests. */
  static void putRequest(ByteWriter record, Request request) {
    record.putLong(request.session()).putVarint(request.seq());
    record.putString(request.partition());
    record.putBytes(Bytes.of(ResultCodec.encode(request.result())));
  }

  static List<Request> toRequests(byte[] value) {
    return read(
        value,
        in -> {
          List<Request> requests = new ArrayList<>();
          while (in.remaining() > 0) {
            takeRequest(in, requests);
          }
          return requests;
        });
  }

  private static void takeRequest(ByteReader in, List<Request> requests) {
    long session = in.takeLong();
    long seq = in.takeVarint();
    String partition = in.takeString();
    // Up to format 2, one without a partition was run in none, and counted for its number alone.
    if (!partition.isEmpty()) {
      requests.add(
          new Request(session, seq, partition, ResultCodec.decode(in.takeBytes().array())));
    }
  }

  private static <T> T read(byte[] value, Function<ByteReader, T> reader) {
    try {
      ByteReader in = new ByteReader(value);
      T read = reader.apply(in);
      in.end();
      return read;
    } catch (StorageException e) {
      throw new StorageException(
          ErrorCode.CORRUPT, "a system record makes no sense: " + Bytes.of(value), e);
    }
  }
}
