package io.zabdb.testkit.sim.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.step.Connection;
import io.zabdb.core.step.Input;
import io.zabdb.testkit.sim.engine.Counts;
import io.zabdb.testkit.sim.engine.EventLog;
import io.zabdb.testkit.sim.engine.Timeline;
import io.zabdb.testkit.sim.engine.World;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NetworkTest {

  private static final long LONG = 60_000_000;

  private final Timeline time = new Timeline();
  private final World world = new World(3, 2, time, EventLog.NONE, new Counts());
  private final Links links = new Links(world);
  private final Network network = new Network(world, links);
  private final Datagrams datagrams = new Datagrams(world, links);
  private final Host initiator = new Host();
  private final Host acceptor = new Host();
  private final Connection connection = new Connection(0, 1, 1);

  private static final class Host implements Endpoint {
    private final List<Input> arrived = new ArrayList<>();
    private boolean hostUp = true;
    private boolean processUp = true;

    @Override
    public boolean isHostUp() {
      return hostUp;
    }

    @Override
    public boolean isProcessUp() {
      return processUp;
    }

    @Override
    public void give(Input input) {
      arrived.add(input);
    }

    List<Long> rounds() {
      List<Long> rounds = new ArrayList<>();
      for (Input input : arrived) {
        if (input instanceof Input.Received received) {
          rounds.add(((Message.Ping) received.message()).round());
        }
      }
      return rounds;
    }

    boolean wasClosed() {
      return arrived.stream().anyMatch(Input.ConnectionClosed.class::isInstance);
    }
  }

  @BeforeEach
  void connect() {
    network.attach(0, initiator);
    network.attach(1, acceptor);
    datagrams.attach(0, initiator);
    datagrams.attach(1, acceptor);
    network.connect(connection);
    pass(LONG);
    network.accept(1, connection);
    pass(LONG);
  }

  private void pass(long micros) {
    time.runUntil(time.now() + micros);
  }

  private void send(int from, int to) {
    for (long round = from; round <= to; round++) {
      network.send(0, connection, new Message.Ping(1, round));
    }
  }

  private static List<Long> upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  @Test
  void aConnectionIsRequestedThenAccepted() {
    assertInstanceOf(Input.ConnectionRequested.class, acceptor.arrived.get(0));
    assertInstanceOf(Input.ConnectionAccepted.class, initiator.arrived.get(0));
  }

  @Test
  void messagesArriveInOrderHoweverMuchDelaysVary() {
    links.jitter(500_000);
    send(1, 200);
    pass(LONG);
    assertEquals(upTo(200), acceptor.rounds());
  }

  @Test
  void whatASlowReaderIsSentWaitsInOrder() {
    links.throttle(0, 1, 100_000);
    send(1, 100);
    pass(1_000_000 + links.greatestDelay());
    int came = acceptor.rounds().size();
    assertTrue(came >= 9 && came <= 11, "came: " + came);
    assertEquals(upTo(came), acceptor.rounds());
    links.throttle(0, 1, -100_000);
    network.hurry();
    pass(links.greatestDelay());
    assertEquals(upTo(100), acceptor.rounds());
    assertFalse(initiator.wasClosed());
  }

  @Test
  void whoWritesToASideThatHasHungUpNoticesThoughTheEndIsLost() {
    links.cut(1, 0, 1);
    network.close(1, connection);
    pass(2 * network.giveUpMicros());
    assertFalse(initiator.wasClosed(), "nobody wrote");
    send(1, 3);
    pass(network.giveUpMicros() - 1);
    assertFalse(initiator.wasClosed());
    pass(1);
    assertTrue(initiator.wasClosed());
    assertEquals(List.of(), acceptor.rounds());
  }

  @Test
  void aCutHoldsMessagesUp() {
    links.cut(0, 1, 1);
    send(1, 5);
    pass(network.giveUpMicros() / 2);
    assertEquals(List.of(), acceptor.rounds());
    links.cut(0, 1, -1);
    network.resume();
    pass(LONG);
    assertEquals(upTo(5), acceptor.rounds());
  }

  @Test
  void theSenderGivesUpWhenALinkStaysCut() {
    links.cut(0, 1, 1);
    send(1, 1);
    pass(LONG);
    assertTrue(initiator.wasClosed());
    assertFalse(acceptor.wasClosed());
    links.cut(0, 1, -1);
    network.resume();
    pass(LONG);
    assertTrue(acceptor.wasClosed());
  }

  @Test
  void aBrokenConnectionDeliversAPartFromTheFront() {
    send(1, 50);
    network.breakBetween(0, 1);
    send(51, 60);
    pass(LONG);
    List<Long> rounds = acceptor.rounds();
    assertTrue(rounds.size() <= 50);
    assertEquals(upTo(rounds.size()), rounds);
    assertTrue(acceptor.wasClosed() && initiator.wasClosed());
  }

  @Test
  void theOtherSideHearsAtOnceOfAProcessThatEnds() {
    network.processEnded(1);
    pass(links.greatestDelay());
    assertTrue(initiator.wasClosed());
  }

  @Test
  void theOtherSideHearsLateOfALossOfPower() {
    acceptor.hostUp = false;
    acceptor.processUp = false;
    network.powerLost(1);
    pass(network.giveUpMicros() / 2);
    assertFalse(initiator.wasClosed());
    pass(LONG);
    assertTrue(initiator.wasClosed());
  }

  @Test
  void theOtherSideHearsWhenPowerIsBack() {
    acceptor.hostUp = false;
    acceptor.processUp = false;
    network.powerLost(1);
    pass(1_000);
    acceptor.hostUp = true;
    network.powerBack(1);
    pass(links.greatestDelay());
    assertTrue(initiator.wasClosed());
  }

  @Test
  void aMachineWithoutTheProcessRefuses() {
    acceptor.processUp = false;
    network.connect(new Connection(0, 1, 2));
    pass(LONG);
    assertTrue(initiator.wasClosed());
  }

  @Test
  void datagramsAreLostDoubledAndCut() {
    Datagram datagram = new Datagram.Start(1);
    int before = acceptor.arrived.size();
    datagrams.lose(1);
    datagrams.send(0, 1, datagram);
    pass(LONG);
    assertEquals(before, acceptor.arrived.size());
    datagrams.heal();
    datagrams.repeat(1);
    datagrams.send(0, 1, datagram);
    pass(LONG);
    assertEquals(before + 2, acceptor.arrived.size());
    links.cut(0, 1, 1);
    datagrams.send(0, 1, datagram);
    pass(LONG);
    assertEquals(before + 2, acceptor.arrived.size());
  }
}
