package io.zabdb.peer;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.zabdb.environment.peer.HeardNews;
import io.zabdb.environment.peer.HeardNodes;
import io.zabdb.peer.wire.PeerFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Nodes tell each other that they are there, for all their groups together, so that those may rest
 * ({@code specs/zab/Rest.tla}). A word goes to each node over any link for datagrams to it, and is
 * said only as long as all event loops run that have groups: one that hangs must not be vouched for
 * by the others. Thread-safe.
 */
final class NodeWords {

  private final long interval;
  private final long patience;
  private final PeerFrame word;
  private final HeardNodes heard;
  private final ConcurrentMap<EventLoop, Lane> lanes = new ConcurrentHashMap<>();
  private final ConcurrentMap<Integer, Set<Channel>> links = new ConcurrentHashMap<>();

  /** Who speaks for all: the lane that was there first. */
  private volatile Lane speaker;

  NodeWords(PeerSettings settings) {
    patience = settings.wordPatience().toNanos();
    heard = new HeardNodes(patience);
    interval = heard.interval();
    word = Frames.word(ThreadLocalRandom.current().nextLong() | 1);
  }

  /** By the loop of the port. */
  void attached(GroupPort port) {
    if (interval > 0) {
      lanes.computeIfAbsent(port.loop(), Lane::new).ports.add(port);
    }
  }

  /** By the loop of the port. */
  void detached(GroupPort port) {
    Lane lane = lanes.get(port.loop());
    if (lane != null) {
      lane.ports.remove(port);
    }
  }

  /** There is a link to a node. */
  void opened(int node, Channel channel) {
    Set<Channel> those = links.computeIfAbsent(node, fresh -> ConcurrentHashMap.newKeySet());
    those.add(channel);
    channel.closeFuture().addListener(closed -> those.remove(channel));
  }

  /** Nothing is said any more. */
  void close() {
    lanes.values().forEach(lane -> lane.timer.cancel(false));
  }

  void heard(int node, long start) {
    heard.heard(node, start, System.nanoTime());
  }

  private void speak(long now) {
    for (Lane lane : lanes.values()) {
      if (now - lane.last > patience) {
        return;
      }
    }
    for (Set<Channel> those : links.values()) {
      for (Channel channel : those) {
        if (channel.isActive() && channel.isWritable()) {
          channel.writeAndFlush(Frames.encode(channel, word), channel.voidPromise());
          break;
        }
      }
    }
  }

  /** The ports of an event loop. */
  private final class Lane {

    private final List<GroupPort> ports = new ArrayList<>();
    private final HeardNews news = new HeardNews(heard);
    private final Future<?> timer;
    private volatile long last = System.nanoTime();

    Lane(EventLoop loop) {
      if (speaker == null) {
        speaker = this;
      }
      timer = loop.scheduleWithFixedDelay(this::pass, interval, interval, TimeUnit.NANOSECONDS);
    }

    private void pass() {
      long now = System.nanoTime();
      last = now;
      if (speaker == this) {
        speak(now);
      }
      news.next(now).ifPresent(nodes -> List.copyOf(ports).forEach(port -> port.look(nodes)));
    }
  }
}
