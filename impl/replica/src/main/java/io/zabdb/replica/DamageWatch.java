package io.zabdb.replica;

import io.zabdb.model.error.ErrorCode;
import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.NodeHealth;
import io.zabdb.storage.data.StorageException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes note of damage, by whomever it is met: the replica is unfit from then on, and a mark beside
 * its store says so to its next start ({@link ReplicaDisk#replaceDamaged}). Damage of the log is
 * not marked: the replica vouched for what is lost. Thread-safe.
 */
final class DamageWatch {

  private static final Logger LOG = LoggerFactory.getLogger(DamageWatch.class);

  /** Learns of damage in what is rarely read. */
  static final String SCRUB = "a scrub";

  private final NodeHealth health;
  private final int group;
  private final ReplicaDisk disk;
  private boolean marked;

  DamageWatch(NodeHealth health, int group, ReplicaDisk disk) {
    this.health = health;
    this.group = group;
    this.disk = disk;
  }

  /**
   * An access to the store has failed.
   *
   * @param who met it, for people
   * @return whether it is damage: the others of the group may have what is lost here
   */
  boolean met(String who, StorageException failure) {
    if (!failure.isDamage()) {
      return false;
    }
    String what = who + ": " + failure.getMessage();
    if (failure.code() == ErrorCode.CORRUPT) {
      storeIsDamaged(what);
    } else {
      // The device did not give the bytes: it may do so after the next start.
      health.unfit(Ailment.DAMAGE, group, what);
    }
    return true;
  }

  /** Something has failed, maybe an access to the store. */
  void found(String who, Throwable cause) {
    if (cause instanceof StorageException failure) {
      met(who, failure);
    }
  }

  /** Damage of the store was found. */
  void storeIsDamaged(String what) {
    health.unfit(Ailment.DAMAGE, group, what);
    mark(what);
  }

  /** Damage of the log was found. */
  void logIsDamaged(String what) {
    health.unfit(Ailment.DAMAGE, group, what);
  }

  private synchronized void mark(String what) {
    if (!marked) {
      marked = true;
      try {
        disk.markDamaged(what);
      } catch (IOException e) {
        LOG.warn("Group {}: the next start will not know of the damage: {}", group, e.toString());
      }
    }
  }
}
