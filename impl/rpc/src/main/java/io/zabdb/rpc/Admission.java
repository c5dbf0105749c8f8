package io.zabdb.rpc;

import io.zabdb.budget.MemoryAccount;
import io.zabdb.budget.MemoryBudget;
import io.zabdb.budget.Purpose;
import io.zabdb.rpc.wire.Request;
import java.util.concurrent.atomic.AtomicInteger;

/** What a server takes on, and the accounts on which it draws. Thread-safe. */
final class Admission {

  /** From here on requests and answers are large, in bytes. */
  static final int LARGE = 64 << 10;

  /** What a connection takes in the heap, about: its channel, its handlers, its timers. */
  static final int CONNECTION_BYTES = 4 << 10;

  /** What a request or an answer takes beside its bytes, about. */
  static final int OVERHEAD = 256;

  private final MemoryBudget budget;
  private final int mostConnections;
  private final AtomicInteger connections = new AtomicInteger();

  private final SilentOnes<ServerConnection> silent = new SilentOnes<>(System::nanoTime);

  Admission(MemoryBudget budget, int mostConnections) {
    this.budget = budget;
    this.mostConnections = mostConnections;
  }

  MemoryAccount account(Purpose purpose) {
    return budget.account(purpose);
  }

  /** Why there is no room for a connection; null: there is, and it is to be given back. */
  String takeConnection() {
    if (connections.incrementAndGet() > mostConnections) {
      connections.decrementAndGet();
      return mostConnections + " clients are connected, which is the most";
    }
    MemoryAccount account = account(Purpose.CONNECTIONS);
    if (!account.tryTake(CONNECTION_BYTES)) {
      connections.decrementAndGet();
      return "the memory for connections of clients, "
          + account.limit()
          + " bytes at most, is in use";
    }
    return null;
  }

  void giveConnectionBack() {
    connections.decrementAndGet();
    account(Purpose.CONNECTIONS).give(CONNECTION_BYTES);
  }

  int connections() {
    return connections.get();
  }

  /** The connections that have said neither hello nor that they want TLS. */
  SilentOnes<ServerConnection> silent() {
    return silent;
  }

  /** The account of a request of so many bytes. */
  MemoryAccount requests(int bytes) {
    return account(bytes > LARGE ? Purpose.LARGE_REQUESTS : Purpose.REQUESTS);
  }

  /** The account of a request whose kind is known. */
  MemoryAccount requests(Request.BodyCase body, int bytes) {
    return switch (body) {
      case UPDATE, GET, SCAN, GET_READ_POINT -> requests(bytes);
      case TELL_GROUP, OFFER_FILES, OFFER_STORE, READ_FILE, FIND_BASE, GET_WHOLE ->
          account(Purpose.MOVES);
      default -> account(Purpose.ADMINISTRATION);
    };
  }

  /** The account of an answer of so many bytes. */
  MemoryAccount answers(long bytes) {
    return account(bytes > LARGE ? Purpose.LARGE_ANSWERS : Purpose.ANSWERS);
  }

  /** How much of large answers one connection may have at once, unless it is only one. */
  long mostAnswersOfOne() {
    return account(Purpose.LARGE_ANSWERS).limit() / 4;
  }

  /** Whether somebody waits for memory that slow clients may be holding. */
  boolean isShort() {
    return isShort(Purpose.LARGE_REQUESTS)
        || isShort(Purpose.LARGE_ANSWERS)
        || isShort(Purpose.CLIENT_OUTBOUND)
        || isOver(Purpose.REQUESTS)
        || isOver(Purpose.ANSWERS)
        || isOver(Purpose.LARGE_ANSWERS);
  }

  private boolean isShort(Purpose purpose) {
    return account(purpose).use().waiting() > 0;
  }

  private boolean isOver(Purpose purpose) {
    MemoryAccount account = account(purpose);
    return account.used() > account.limit() / 10 * 9;
  }
}
