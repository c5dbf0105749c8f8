package io.zabdb.peer;

import io.zabdb.core.group.Members;
import io.zabdb.core.step.Connection;
import io.zabdb.net.frame.Printable;
import io.zabdb.net.frame.RefusedException;
import io.zabdb.net.frame.wire.Reason;
import io.zabdb.peer.wire.Hello;
import java.util.List;
import java.util.stream.IntStream;

/** The first words of a connection between replicas, and whether they fit. */
final class Hellos {

  /** Of the protocol in peer.proto. */
  static final int VERSION = 4;

  private Hellos() {}

  static Hello connection(String cluster, PeerGroup group, Connection connection) {
    return to(cluster, group, connection.acceptor()).setConnection(connection.number()).build();
  }

  static Hello link(String cluster, PeerGroup group, int member) {
    return to(cluster, group, member).setLink(link(group.addresses().own())).build();
  }

  private static Hello.Link link(Whereabouts own) {
    return Hello.Link.newBuilder().setPeers(own.peers()).setClients(own.clients()).build();
  }

  /** Where the member says that it is; of a link. */
  static Whereabouts whereabouts(Hello hello) {
    return new Whereabouts(hello.getLink().getPeers(), hello.getLink().getClients());
  }

  private static Hello.Builder to(String cluster, PeerGroup group, int member) {
    return Hello.newBuilder()
        .setVersion(VERSION)
        .setCluster(cluster)
        .setGroup(group.group())
        .setMembers(group.founders())
        .addAllFounders(founders(group))
        .setFrom(group.self())
        .setTo(member);
  }

  private static List<Integer> founders(PeerGroup group) {
    return IntStream.range(0, group.founders()).mapToObj(group.addresses()::node).toList();
  }

  /** Before the group is known. */
  static void check(Hello hello, String cluster) throws RefusedException {
    if (hello.getVersion() != VERSION) {
      boolean older = Integer.compareUnsigned(hello.getVersion(), VERSION) < 0;
      throw new RefusedException(
          older ? Reason.OLDER_VERSION : Reason.NEWER_VERSION,
          "the protocol of version "
              + Integer.toUnsignedString(hello.getVersion())
              + ", which is "
              + (older ? "older" : "newer")
              + " than version "
              + VERSION
              + ", the one spoken here");
    }
    if (!hello.getCluster().equals(cluster)) {
      throw new RefusedException(
          Reason.WRONG_CLUSTER,
          "a node of cluster "
              + Printable.text(hello.getCluster())
              + " meets one of cluster "
              + cluster);
    }
  }

  static void check(Hello hello, PeerGroup group) throws RefusedException {
    int members = group.founders();
    if (hello.getMembers() != members) {
      throw new RefusedException(
          Reason.WRONG_GROUP,
          "group "
              + group.group()
              + " of "
              + Integer.toUnsignedString(hello.getMembers())
              + " founders, which has "
              + members
              + " here");
    }
    if (hello.getFoundersCount() > 0 && !hello.getFoundersList().equals(founders(group))) {
      throw new RefusedException(
          Reason.WRONG_GROUP,
          "another group of the number " + group.group() + ", which other nodes founded");
    }
    if (hello.getTo() != group.self()) {
      throw new RefusedException(
          Reason.WRONG_MEMBER,
          "member "
              + Integer.toUnsignedString(hello.getTo())
              + " of group "
              + group.group()
              + " was meant, this is member "
              + group.self());
    }
    boolean member = hello.getFrom() >= 0 && hello.getFrom() < Members.MAX_MEMBERS;
    if (!member || hello.getFrom() == group.self()) {
      throw new RefusedException(
          Reason.WRONG_MEMBER,
          "member "
              + Integer.toUnsignedString(hello.getFrom())
              + " of group "
              + group.group()
              + " cannot be at the other side of member "
              + group.self());
    }
    if (hello.getPurposeCase() == Hello.PurposeCase.PURPOSE_NOT_SET) {
      throw new RefusedException(Reason.BAD_BODY, "a hello without a purpose");
    }
    check(hello.getLink().getPeers());
    check(hello.getLink().getClients());
  }

  private static void check(String address) throws RefusedException {
    if (address.length() > Whereabouts.MAX_LENGTH) {
      throw new RefusedException(
          Reason.BAD_BODY,
          "an address of "
              + address.length()
              + " characters, allowed are "
              + Whereabouts.MAX_LENGTH);
    }
  }
}
