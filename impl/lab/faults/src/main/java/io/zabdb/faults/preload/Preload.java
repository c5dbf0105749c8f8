package io.zabdb.faults.preload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Makes the disk and the clocks of a process go wrong, from outside and at will: calls on files
 * fail or take longer, the wall clock is off, monotonic time jumps ahead or runs fast or slow. The
 * process is started with {@link #environment}, and may be started again with the same; what is set
 * holds until it is changed. One for each process. Thread-safe.
 *
 * <p>Needs Linux and a C compiler: the library that is loaded into the process is {@code
 * src/main/c/faults.c}, and the layout of the file that both map is there.
 */
public final class Preload implements AutoCloseable {

  // In bytes.
  private static final int CLOCK = 0;
  private static final int TOLD = 16;
  private static final int CURRENT = 24;
  private static final int FIRST_PACE = 32;
  private static final int SINCE = 0;
  private static final int AHEAD = 8;
  private static final int BEFORE = 16;
  private static final int AFTER = 24;
  private static final int PACE = 32;
  private static final int FIRST_RULE = FIRST_PACE + 2 * PACE;
  private static final int ACTIVE = 0;
  private static final int OPERATIONS = 8;
  private static final int ERROR = 16;
  private static final int DELAY = 24;
  private static final int SPARE = 32;
  private static final int PATTERN = 40;
  private static final int PATTERN_LENGTH = 216;
  private static final int HITS = PATTERN + PATTERN_LENGTH;
  private static final int RULE = HITS + 8;

  /** So many rules may hold at once. */
  private static final int RULES = 16;

  /** A new pace begins so much later: not in the midst of its being told. */
  private static final long NOTICE_NANOS = 1_000_000;

  private static final int THOUSAND = 1000;

  private final Path library;
  private final Path file;
  private final MappedByteBuffer control;
  private final boolean[] taken = new boolean[RULES];

  private Preload(Path library, Path file, MappedByteBuffer control) {
    this.library = library;
    this.file = file;
    this.control = control;
  }

  /** Whether there are Linux and a C compiler. */
  public static boolean isPossible() throws IOException {
    return Compiler.library().isPresent();
  }

  /**
   * Makes one that does nothing yet.
   *
   * @param file by which it is steered; made anew
   * @return empty if there is no Linux, or no C compiler
   */
  public static Optional<Preload> create(Path file) throws IOException {
    Optional<Path> library = Compiler.library();
    if (library.isEmpty()) {
      return Optional.empty();
    }
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE)) {
      MappedByteBuffer control =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, FIRST_RULE + RULES * RULE);
      control.order(ByteOrder.nativeOrder());
      return Optional.of(new Preload(library.get(), file.toAbsolutePath(), control));
    }
  }

  /** What the process is started with. */
  public Map<String, String> environment() {
    return Map.of("LD_PRELOAD", library.toString(), "FAULTS_CONTROL", file.toString());
  }

  /** Of calls that fail or take longer; until it is ended. */
  public final class Rule implements AutoCloseable {

    private final int number;
    private boolean ended;

    private Rule(int number) {
      this.number = number;
    }

    /** How many calls it has taken effect on. */
    public long hits() {
      return control.getLong(at(number, HITS));
    }

    /** All is well again, as far as this rule is concerned; once it is, nothing happens. */
    @Override
    public void close() {
      synchronized (Preload.this) {
        if (!ended) {
          ended = true;
          end(number);
        }
      }
    }
  }

  /**
   * From now on calls fail.
   *
   * @param pattern of the absolute path of the file, as {@code fnmatch} knows it; an asterisk
   *     stands for slashes, too
   * @param after so many calls that succeed
   */
  public Rule fail(Set<Operation> operations, String pattern, DiskError error, long after) {
    return add(operations, pattern, error.number(), Duration.ZERO, after);
  }

  /** The same at once. */
  public Rule fail(Set<Operation> operations, String pattern, DiskError error) {
    return fail(operations, pattern, error, 0);
  }

  /** From now on calls take so much longer. */
  public Rule slow(Set<Operation> operations, String pattern, Duration delay) {
    return add(operations, pattern, 0, delay, 0);
  }

  private synchronized Rule add(
      Set<Operation> operations, String pattern, int error, Duration delay, long after) {
    byte[] bytes = pattern.getBytes(StandardCharsets.UTF_8);
    if (bytes.length >= PATTERN_LENGTH) {
      throw new IllegalArgumentException(
          "pattern has " + bytes.length + " bytes, allowed are " + (PATTERN_LENGTH - 1));
    }
    int number = free();
    taken[number] = true;
    control.putLong(at(number, OPERATIONS), operations.stream().mapToInt(Operation::bit).sum());
    control.putLong(at(number, ERROR), error);
    control.putLong(at(number, DELAY), delay.toNanos() / 1_000);
    control.putLong(at(number, SPARE), after);
    control.putLong(at(number, HITS), 0);
    ByteBuffer place = control.duplicate();
    place.position(at(number, PATTERN));
    place.put(bytes).put((byte) 0);
    java.lang.invoke.VarHandle.fullFence();
    control.putLong(at(number, ACTIVE), 1);
    return new Rule(number);
  }

  private int free() {
    for (int number = 0; number < RULES; number++) {
      if (!taken[number]) {
        return number;
      }
    }
    throw new IllegalStateException(RULES + " rules hold already");
  }

  private static int at(int number, int field) {
    return FIRST_RULE + number * RULE + field;
  }

  private synchronized void end(int number) {
    control.putLong(at(number, ACTIVE), 0);
    taken[number] = false;
  }

  /** From now on the wall clock is ahead by so much, or behind. */
  public void setClock(Duration offset) {
    control.putLong(CLOCK, offset.toNanos());
  }

  /**
   * From now on the monotonic clock of the process, which its timers go by, has jumped ahead once
   * more, and gains so much in each second. It never goes back; what it is ahead, it stays.
   *
   * @param jump at once; not negative
   * @param gain of each second of others; more than -1 s: time goes on
   */
  public synchronized void setPace(Duration jump, Duration gain) {
    long perThousand = gain.toMillis();
    if (jump.isNegative() || perThousand <= -THOUSAND) {
      throw new IllegalArgumentException("time goes on, not by " + jump + " and " + gain);
    }
    int current = (int) control.getLong(CURRENT);
    int next = 1 - current;
    long since = System.nanoTime() + NOTICE_NANOS;
    long before = control.getLong(pace(current, AFTER));
    long passed = since - control.getLong(pace(current, SINCE));
    long ahead = control.getLong(pace(current, AHEAD)) + passed * before / THOUSAND;
    control.putLong(pace(next, SINCE), since);
    control.putLong(pace(next, AHEAD), ahead + jump.toNanos());
    control.putLong(pace(next, BEFORE), before);
    control.putLong(pace(next, AFTER), perThousand);
    java.lang.invoke.VarHandle.fullFence();
    control.putLong(CURRENT, next);
  }

  private static int pace(int number, int field) {
    return FIRST_PACE + number * PACE + field;
  }

  /** How often the process was told a monotonic time that is not the machine's. */
  public long told() {
    return control.getLong(TOLD);
  }

  /** All is well again; a monotonic clock that is ahead stays there. */
  public void heal() {
    for (int number = 0; number < RULES; number++) {
      end(number);
    }
    setClock(Duration.ZERO);
    setPace(Duration.ZERO, Duration.ZERO);
  }

  /** All is well again; the process must be started without it from now on. */
  @Override
  public void close() {
    heal();
  }
}
