package io.zabdb.maelstrom.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.core.session.Retention;
import io.zabdb.core.zab.Guards;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.replica.GroupReplica;
import io.zabdb.maelstrom.replica.GroupSettings;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Request;
import io.zabdb.model.data.Bytes;
import io.zabdb.storage.command.Action;
import io.zabdb.storage.command.Command;
import io.zabdb.storage.command.CommandCodec;
import io.zabdb.storage.command.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The replicated store as any node of the group sees it: whoever leads, requests find it. Of the
 * event loop.
 */
public final class Group implements Store, AutoCloseable {

  /** How many attempts fit into the patience of a request. */
  private static final int ATTEMPTS = 3;

  /** Between an attempt that came to nothing and the next. */
  private static final long PAUSE_MILLIS = 20;

  /** More sessions than any test makes; what is too old is an error of no known outcome. */
  private static final Retention KEPT = new Retention(TimeUnit.DAYS.toMillis(1), 1_000_000);

  private final Node node;
  private final GroupSettings settings;
  private final GroupReplica replica;
  private final Desk desk;
  private final Sessions sessions;

  /** Starts this node's replica. */
  public Group(Node node, GroupSettings settings, Guards guards) throws IOException {
    this.node = node;
    this.settings = settings;
    replica = GroupReplica.start(node, settings, guards);
    desk = new Desk(replica);
    sessions = new Sessions(self(), replica.incarnation());
    node.on(Desk.UPDATE, this::take);
    node.on(Desk.READ, this::take);
  }

  private int self() {
    return node.ids().indexOf(node.id());
  }

  private void take(Request request) {
    desk.take(request.body(), request::reply);
  }

  @Override
  public CompletableFuture<Result> update(Action action) {
    Session session = sessions.take(replica.appliedTime());
    Command command =
        new Command(
            GroupReplica.PARTITION, System.currentTimeMillis(), session.opened(), KEPT, action);
    Call call = call(Desk.update(session, CommandCodec.encode(command)), true);
    return call.begin()
        .whenComplete(
            (answer, error) -> {
              if (error == null) {
                session.next();
              }
              if (error == null || !call.isInDoubt()) {
                sessions.giveBack(session);
              }
            })
        .thenApply(Desk::resultIn);
  }

  @Override
  public CompletableFuture<List<Optional<Bytes>>> read(Bytes row, List<Bytes> columns) {
    return call(Desk.read(row, columns), false).begin().thenApply(Group::valuesIn);
  }

  private static List<Optional<Bytes>> valuesIn(JsonNode answer) {
    List<Optional<Bytes>> values = new ArrayList<>();
    for (JsonNode value : answer.path("values")) {
      values.add(value.isNull() ? Optional.empty() : Optional.of(Bytes.wrap(Body.bytes(value))));
    }
    return values;
  }

  private Call call(ObjectNode request, boolean changes) {
    return new Call(new Attempts(), request, changes, settings.patienceMillis());
  }

  private final class Attempts implements Call.Carrier {

    @Override
    public int leader() {
      return replica.leader();
    }

    @Override
    public void carry(int member, ObjectNode request, Consumer<JsonNode> answer) {
      long millis = settings.patienceMillis() / ATTEMPTS;
      if (member == self()) {
        desk.take(request, once(millis, answer));
      } else {
        node.call(node.ids().get(member), request.deepCopy(), millis, answer);
      }
    }

    /** A leader that is cut off does not answer soon: then another is asked. */
    private Consumer<ObjectNode> once(long millis, Consumer<JsonNode> answer) {
      boolean[] given = new boolean[1];
      Consumer<JsonNode> first =
          value -> {
            if (!given[0]) {
              given[0] = true;
              answer.accept(value);
            }
          };
      node.loop().after(millis, () -> first.accept(null));
      return first::accept;
    }

    @Override
    public void later(Runnable action) {
      node.loop().after(PAUSE_MILLIS, action);
    }
  }

  /** Closes the files of this node's replica. */
  @Override
  public void close() throws IOException {
    replica.close();
  }
}
