package io.zabdb.peer.codec;

import io.zabdb.core.message.Datagram;
import io.zabdb.peer.wire.Notification;
import io.zabdb.peer.wire.PeerFrame;
import io.zabdb.peer.wire.Permit;
import io.zabdb.peer.wire.Report;
import io.zabdb.peer.wire.Start;

/** Datagrams. */
public final class DatagramCodec {

  private DatagramCodec() {}

  public static PeerFrame encode(Datagram datagram, long lamport) {
    PeerFrame.Builder frame = PeerFrame.newBuilder().setLamport(lamport);
    if (datagram instanceof Datagram.Notification notification) {
      frame.setNotification(encode(notification));
    } else if (datagram instanceof Datagram.Report report) {
      frame.setReport(
          Report.newBuilder()
              .setEpoch(report.epoch())
              .setRun(report.run())
              .setPressure(report.pressure()));
    } else if (datagram instanceof Datagram.Permit permit) {
      frame.setPermit(Permit.newBuilder().setEpoch(permit.epoch()).setRun(permit.run()));
    } else if (datagram instanceof Datagram.Start start) {
      frame.setStart(Start.newBuilder().setEpoch(start.epoch()));
    } else {
      throw new IllegalArgumentException("no known datagram: " + datagram);
    }
    return frame.build();
  }

  /** The datagram, or null if the frame is something else. */
  public static Datagram decode(PeerFrame frame) throws BadFrameException {
    return switch (frame.getBodyCase()) {
      case NOTIFICATION -> decode(frame.getNotification());
      case REPORT -> {
        Report report = frame.getReport();
        yield new Datagram.Report(report.getEpoch(), report.getRun(), report.getPressure());
      }
      case PERMIT -> new Datagram.Permit(frame.getPermit().getEpoch(), frame.getPermit().getRun());
      case START -> new Datagram.Start(frame.getStart().getEpoch());
      default -> null;
    };
  }

  private static Notification encode(Datagram.Notification notification) {
    return Notification.newBuilder()
        .setRole(
            switch (notification.role()) {
              case LOOKING -> Notification.Role.LOOKING;
              case FOLLOWING -> Notification.Role.FOLLOWING;
              case LEADING -> Notification.Role.LEADING;
            })
        .setAcceptedEpoch(notification.acceptedEpoch())
        .setCurrentEpoch(notification.currentEpoch())
        .setLastZxid(Values.encode(notification.lastZxid()))
        .setLength(notification.length())
        .setCommitted(notification.committed())
        .setWeight(notification.weight())
        .setHeard(notification.heard())
        .setDisk(notification.disk())
        .build();
  }

  private static Datagram decode(Notification notification) throws BadFrameException {
    Datagram.Role role =
        switch (notification.getRole()) {
          case LOOKING -> Datagram.Role.LOOKING;
          case FOLLOWING -> Datagram.Role.FOLLOWING;
          case LEADING -> Datagram.Role.LEADING;
          default -> throw new BadFrameException("a notification of an unknown role");
        };
    return new Datagram.Notification(
        role,
        notification.getAcceptedEpoch(),
        notification.getCurrentEpoch(),
        Values.decode(notification.getLastZxid()),
        notification.getLength(),
        notification.getCommitted(),
        notification.getWeight(),
        notification.getHeard(),
        notification.getDisk());
  }
}
