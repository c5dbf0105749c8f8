package io.zabdb.storage.engine;

import io.zabdb.core.group.Roster;
import io.zabdb.core.session.Generations;
import io.zabdb.core.session.Generations.Generation;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Family;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.storage.codec.ByteReader;
import io.zabdb.storage.codec.ByteWriter;
import io.zabdb.storage.codec.ShardCodec;
import io.zabdb.storage.codec.VersionCodec;
import io.zabdb.storage.command.Result;
import io.zabdb.storage.command.ResultCodec;
import io.zabdb.storage.data.Extent;
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
   * @param generation to which the record belongs
   * @param result the answer it got
   */
  record LastRequest(long seq, long generation, Result result) {}

  static final byte[] FORMAT_KEY = {'F'};
  static final byte[] APPLIED_KEY = {'A'};
  static final byte[] PARTITIONS = {'P'};

  /** Up to format 2: the highest number of each session, for the core. */
  static final byte[] NUMBERS = {'G'};

  static final byte[] REQUESTS = {'R'};
  static final byte[] ROSTER_KEY = {'D'};

  /** Generations, by partition. */
  static final byte[] GENERATIONS = {'K'};

  private static final int FORMAT = 7;

  /** Without request records, and with {@link #NUMBERS}. */
  private static final int FIRST_FORMAT = 1;

  /** With {@link #GENERATIONS}. */
  private static final int GENERATIONS_FORMAT = 4;

  private static final char LAST_REQUEST = 'S';

  /** In front of a generation other than 0. Results, all that there were before, begin with 1. */
  private static final int WITH_GENERATION = 2;

  /** No leader's commands make so many. */
  private static final int MAX_GENERATIONS = 1_000_000;

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
              + Bytes.wrap(value)
              + ", known are those up to "
              + Bytes.wrap(format()));
    }
  }

  /** Whether a store of this format says which sessions are kept; null: it is new. */
  static boolean hasGenerations(byte[] format) {
    return format != null && format[0] >= GENERATIONS_FORMAT;
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
          ErrorCode.CORRUPT, "a system record makes no sense: " + Bytes.wrap(value), e);
    }
  }

  static byte[] partitionKey(String partition) {
    return new ByteWriter(64).putRaw(PARTITIONS).putRaw(Bytes.of(partition).array()).toArray();
  }

  static byte[] partition(Partition partition) {
    ByteWriter out = new ByteWriter(64);
    out.putString(partition.name()).putVarint(partition.move());
    ShardCodec.putFamilies(out, partition.families());
    if (!partition.isByItself()) {
      out.putVarint(partition.extents().size());
      partition
          .extents()
          .forEach(each -> ShardCodec.putRange(out, each.range()).putString(each.tree()));
      out.putString(partition.sessions());
    }
    return out.toArray();
  }

  static Partition toPartition(byte[] value) {
    return read(value, SystemRecords::takePartition);
  }

  private static Partition takePartition(ByteReader in) {
    String name = in.takeString();
    long move = in.takeNumber();
    List<Family> families = ShardCodec.takeFamilies(in);
    if (in.remaining() == 0) {
      return new Partition(name, move, families);
    }
    int count = in.takeCount("extents", Extent.MOST);
    List<Extent> extents = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      extents.add(new Extent(ShardCodec.takeRange(in), in.takeString()));
    }
    return new Partition(name, move, families, extents, in.takeString());
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
    ByteWriter out = new ByteWriter(64).putVarint(last.seq());
    return putOutcome(out, last.generation(), last.result()).toArray();
  }

  static LastRequest toLastRequest(byte[] value) {
    return read(value, SystemRecords::takeLastRequest);
  }

  private static LastRequest takeLastRequest(ByteReader in) {
    long seq = in.takeVarint();
    Bytes outcome = in.takeRest();
    return toLastRequest(seq, outcome);
  }

  private static ByteWriter putOutcome(ByteWriter out, long generation, Result result) {
    if (generation > 0) {
      out.putByte(WITH_GENERATION).putVarint(generation);
    }
    return out.putRaw(ResultCodec.encode(result));
  }

  private static LastRequest toLastRequest(long seq, Bytes outcome) {
    ByteReader in = new ByteReader(outcome.array());
    if (outcome.length() == 0 || outcome.array()[0] != WITH_GENERATION) {
      return new LastRequest(seq, 0, ResultCodec.decode(outcome.array()));
    }
    in.takeByte();
    return new LastRequest(seq, in.takeNumber(), ResultCodec.decode(in.takeRest().array()));
  }

  /** The partition of a key made by {@link #generationsKey}. */
  static String partitionOf(byte[] key) {
    return read(
        key,
        in -> {
          in.takeByte();
          return in.takeString();
        });
  }

  static byte[] generationsKey(String partition) {
    return new ByteWriter(64).putRaw(GENERATIONS).putString(partition).toArray();
  }

  static byte[] generations(Generations generations) {
    ByteWriter out = new ByteWriter(64).putVarint(generations.floor());
    out.putVarint(generations.present()).putVarint(generations.began());
    out.putVarint(generations.size()).putVarint(generations.closed().size());
    for (Generation closed : generations.closed()) {
      out.putVarint(closed.number()).putVarint(closed.at()).putVarint(closed.records());
    }
    return out.toArray();
  }

  /** The generations; for null those of a partition without records. */
  static Generations toGenerations(byte[] value) {
    return value == null ? new Generations() : read(value, SystemRecords::takeGenerations);
  }

  private static Generations takeGenerations(ByteReader in) {
    long floor = in.takeNumber();
    long present = in.takeNumber();
    long began = in.takeNumber();
    long size = in.takeNumber();
    int count = in.takeCount("generations", MAX_GENERATIONS);
    List<Generation> closed = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      closed.add(new Generation(in.takeNumber(), in.takeNumber(), in.takeNumber()));
    }
    return new Generations(floor, present, began, size, closed);
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
    ByteWriter outcome = new ByteWriter(64);
    record.putBytes(
        Bytes.wrap(putOutcome(outcome, request.generation(), request.result()).toArray()));
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
      LastRequest last = toLastRequest(seq, in.takeBytes());
      requests.add(new Request(session, seq, partition, last.generation(), last.result()));
    }
  }

  /** What a record says, all of it. */
  static <T> T read(byte[] value, Function<ByteReader, T> reader) {
    try {
      ByteReader in = new ByteReader(value);
      T read = reader.apply(in);
      in.end();
      return read;
    } catch (ZabException e) {
      throw new StorageException(
          ErrorCode.CORRUPT, "a system record makes no sense: " + Bytes.wrap(value), e);
    }
  }
}
