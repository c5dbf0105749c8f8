package io.zabdb.maelstrom.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zabdb.maelstrom.protocol.Body;
import io.zabdb.maelstrom.runtime.EventLoop;
import io.zabdb.maelstrom.runtime.Handler;
import io.zabdb.maelstrom.runtime.Node;
import io.zabdb.maelstrom.runtime.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages that replicas send each other, for the replicas of a node: each message says of
 * which group it is, unless that is group 0. Member numbers are places in the list of all nodes,
 * since each node has a replica of each group. Of the event loop.
 */
public final class GroupLines {

  private static final String GROUP = "group";

  private final Node node;

  /** By type of message, and by group. */
  private final Map<String, Map<Integer, Handler>> handlers = new HashMap<>();

  /** Of a node that knows its name and the others'. */
  public GroupLines(Node node) {
    this.node = node;
  }

  /** The messages of one group. */
  public Line of(int group) {
    return new Line(group);
  }

  private void arrived(Request request) {
    int group = request.body().path(GROUP).asInt();
    Handler handler = handlers.get(Body.type(request.body())).get(group);
    if (handler == null) {
      throw Body.malformed("this node has no replica of group " + group);
    }
    handler.handle(request);
  }

  /** The messages of one group. Of the event loop. */
  public final class Line {

    private final int group;

    private Line(int group) {
      this.group = group;
    }

    /** From now on these messages of the group go there. */
    void on(String type, Handler handler) {
      handlers
          .computeIfAbsent(
              type,
              fresh -> {
                node.on(fresh, GroupLines.this::arrived);
                return new HashMap<>();
              })
          .put(group, handler);
    }

    /** Sends a message, which may be lost, with all others of the same round of the loop. */
    void send(String to, ObjectNode body) {
      node.send(to, group == 0 ? body : body.put(GROUP, group));
    }

    /** The names of all members, by number. */
    List<String> members() {
      return node.ids();
    }

    /** The number of this node's replica. */
    int self() {
      return node.ids().indexOf(node.id());
    }

    EventLoop loop() {
      return node.loop();
    }

    /** Tells people something of the group. */
    public void log(String text) {
      node.log(ofGroup(text));
    }

    /** Tells people of an error. */
    void log(String text, Throwable error) {
      node.log(ofGroup(text), error);
    }

    private String ofGroup(String text) {
      return "group " + group + ": " + text;
    }
  }
}
