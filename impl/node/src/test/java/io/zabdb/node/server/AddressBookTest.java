package io.zabdb.node.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.zabdb.node.Configs;
import io.zabdb.node.config.Address;
import io.zabdb.node.config.NodeConfig;
import io.zabdb.peer.MemberAddresses;
import io.zabdb.peer.Whereabouts;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddressBookTest {

  @TempDir Path temp;

  private NodeConfig config() {
    return Configs.alone(
        temp,
        "peers",
        "0@127.0.0.1:1,1@127.0.0.1:2",
        "clients",
        "0@127.0.0.1:9",
        "joined",
        "4@127.0.0.1:5");
  }

  private static MemberAddresses of(NodeConfig config, Topology topology) {
    return new AddressBook(config, topology, Runnable::run)
        .of(config.sharding().groups().get(0).numbers());
  }

  @Test
  void theConfigurationWinsAndOthersAreLearntAndKept() {
    NodeConfig config = config();
    Topology topology = new Topology(config);
    MemberAddresses book = of(config, topology);
    assertEquals(InetSocketAddress.createUnresolved("127.0.0.1", 5), book.of(4));
    assertNull(book.of(3));
    assertEquals(new Whereabouts("127.0.0.1:1", "127.0.0.1:9"), book.own());
    book.told(3, Whereabouts.UNKNOWN);
    book.told(3, new Whereabouts("nowhere", ""));
    assertNull(book.of(3));
    book.told(3, new Whereabouts("127.0.0.1:7", "127.0.0.1:8"));
    book.told(4, new Whereabouts("127.0.0.1:70", "127.0.0.1:80"));
    assertEquals(InetSocketAddress.createUnresolved("127.0.0.1", 7), book.of(3));
    assertEquals(
        InetSocketAddress.createUnresolved("127.0.0.1", 5),
        book.of(4),
        "as the configuration says");
    assertEquals(Optional.of(new Address("127.0.0.1", 8)), topology.clientAddress(3));
    Topology next = new Topology(config);
    assertEquals(
        InetSocketAddress.createUnresolved("127.0.0.1", 7), of(config, next).of(3), "it is kept");
    assertEquals(Optional.of(new Address("127.0.0.1", 8)), next.clientAddress(3));
  }

  /** The disk stands still, and a node says something else each time. */
  @Test
  void writesDoNotQueueUp() {
    List<Runnable> waiting = new ArrayList<>();
    NodeConfig config = config();
    AddressBook book = new AddressBook(config, new Topology(config), waiting::add);
    MemberAddresses members = book.of(config.sharding().groups().get(0).numbers());
    for (int port = 1; port < 100; port++) {
      members.told(3, new Whereabouts("127.0.0.1:" + port, ""));
    }
    assertEquals(1, waiting.size());
    waiting.remove(0).run();
    assertEquals(
        InetSocketAddress.createUnresolved("127.0.0.1", 99),
        of(config, new Topology(config)).of(3),
        "the last");
    members.told(3, new Whereabouts("127.0.0.1:100", ""));
    assertEquals(1, waiting.size(), "what comes behind a write is written by the next");
  }

  @Test
  void whatOthersSayCountsWhereNothingElseIsKnown() {
    NodeConfig config = config();
    Topology topology = new Topology(config);
    AddressBook book = new AddressBook(config, topology, Runnable::run);
    Whereabouts first = new Whereabouts("127.0.0.1:7", "127.0.0.1:8");
    book.heard(3, first);
    assertEquals(first, book.known(3));
    book.heard(3, new Whereabouts("127.0.0.1:70", "127.0.0.1:80"));
    assertEquals(first, book.known(3));
    // Of the one of which the configuration says half, the other half is believed.
    book.heard(4, new Whereabouts("127.0.0.1:70", "127.0.0.1:80"));
    assertEquals(new Whereabouts("127.0.0.1:5", "127.0.0.1:80"), book.known(4));
    book.heard(5, new Whereabouts("nowhere", ""));
    assertEquals(Whereabouts.UNKNOWN, book.known(5));
    assertEquals(Set.of(0, 1, 3, 4), book.nodes());
    // Its own word counts more.
    Whereabouts own = new Whereabouts("127.0.0.1:71", "127.0.0.1:81");
    book.of(config.sharding().groups().get(0).numbers()).told(3, own);
    assertEquals(own, book.known(3));
  }

  @Test
  void aDamagedFileIsOfNoUseAndDoesNoHarm() throws Exception {
    Files.writeString(temp.resolve(AddressBook.FILE), "{\"3\": ");
    NodeConfig config = config();
    assertNull(of(config, new Topology(config)).of(3));
  }
}
