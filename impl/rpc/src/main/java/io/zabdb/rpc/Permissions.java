package io.zabdb.rpc;

import io.zabdb.net.tls.CertificateRoles;
import io.zabdb.rpc.wire.Request;
import java.util.Optional;

/**
 * Which roles a request needs. Nodes may all that clients and operators may: they forward; what
 * groups tell each other is for them alone.
 */
final class Permissions {

  private Permissions() {}

  /**
   * What role is missing for a request; empty: none.
   *
   * @param roles of the client's certificate; empty: it may everything
   */
  static Optional<String> missing(Optional<CertificateRoles> roles, Request.BodyCase body) {
    if (roles.isEmpty() || !roles.get().nodes().isEmpty()) {
      return Optional.empty();
    }
    boolean admin = roles.get().admin();
    boolean client = admin || roles.get().client();
    return switch (body) {
      case HELLO, BODY_NOT_SET -> Optional.empty();
      case UPDATE,
          GET,
          SCAN,
          GET_RING,
          GET_STATUS,
          GET_EVENTS,
          GET_PARTITIONS,
          GET_MOVES,
          GET_BALANCE ->
          client ? Optional.empty() : Optional.of("client");
      case TRANSFER,
          COMPACT,
          HASH_STATE,
          VERIFY_FILES,
          SET_POLICY,
          SHARD,
          MOVE_PARTITION,
          SET_BALANCE,
          PLACE_LEADERS,
          CHANGE_MEMBERS,
          BEAR_GROUP,
          TAKE_GROUP,
          END_GROUP ->
          admin ? Optional.empty() : Optional.of("admin");
      case TELL_GROUP,
          OFFER_FILES,
          OFFER_STORE,
          READ_FILE,
          GET_GROUPS,
          FIND_BASE,
          GET_WHOLE,
          GET_READ_POINT ->
          Optional.of("node");
    };
  }
}
