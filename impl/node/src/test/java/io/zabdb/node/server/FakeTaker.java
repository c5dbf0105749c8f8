package io.zabdb.node.server;

import io.zabdb.model.data.Bytes;
import io.zabdb.model.error.ErrorCode;
import io.zabdb.model.error.ZabException;
import io.zabdb.replica.move.Letter;
import io.zabdb.replica.move.MoveTaker;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A replica that does with letters what a test says. */
final class FakeTaker implements MoveTaker {

  enum Mood {
    LEADS,
    FOLLOWS,
    IS_SILENT,
    FAILS
  }

  final List<Letter> taken = new CopyOnWriteArrayList<>();
  volatile Mood mood = Mood.FOLLOWS;

  @Override
  public CompletableFuture<Letter> take(Letter letter) {
    taken.add(letter);
    return switch (mood) {
      case LEADS ->
          CompletableFuture.completedFuture(
              new Letter(letter.messages(), letter.families(), letter.holders(), letter.position() + 1));
      case FOLLOWS -> failed(ErrorCode.NOT_LEADER, "another one leads");
      case FAILS -> failed(ErrorCode.INVALID_ARGUMENT, "such a letter makes no sense");
      case IS_SILENT -> new CompletableFuture<>();
    };
  }

  private static CompletableFuture<Letter> failed(ErrorCode code, String problem) {
    return CompletableFuture.failedFuture(ZabException.of(code, problem));
  }

  @Override
  public boolean has(Bytes digest) {
    return false;
  }

  @Override
  public Optional<Path> fetching() {
    return Optional.empty();
  }

  @Override
  public CompletableFuture<Void> receive(Path directory) {
    return CompletableFuture.failedFuture(ZabException.of(ErrorCode.CORRUPT, "nothing is taken"));
  }

  @Override
  public Optional<Path> offered(Bytes digest) {
    return Optional.empty();
  }
}
