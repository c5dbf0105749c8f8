package io.zabdb.coordination.manager;

import io.zabdb.coordination.format.BalanceSettings;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What is known of the balancer's seat. Immutable.
 *
 * @param settings what operators want; empty: nobody has said it yet, which is as good as off
 * @param holder the node that has the seat
 * @param isMine whether that is this process
 */
public record SeatView(Optional<BalanceSettings> settings, OptionalInt holder, boolean isMine) {

  /** Nothing is known yet. */
  static final SeatView NONE = new SeatView(Optional.empty(), OptionalInt.empty(), false);

  /** Whether this process is to balance the store. */
  public boolean isToBalance() {
    return isMine && isOn();
  }

  boolean isOn() {
    return settings.filter(BalanceSettings::isOn).isPresent();
  }
}
