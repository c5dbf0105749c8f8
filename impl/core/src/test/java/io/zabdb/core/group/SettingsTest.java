package io.zabdb.core.group;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.zabdb.core.group.Settings.Limits;
import io.zabdb.core.group.Settings.Timing;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SettingsTest {

  private static void refused(String message, Executable settings) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, settings).getMessage());
  }

  @Test
  void whatIsOutOfRangeIsRefusedWithNameValueAndRange() {
    refused("members is 0, allowed is 1 to 63", () -> Settings.of(0, 0, 0));
    refused("members is 64, allowed is 1 to 63", () -> Settings.of(0, 64, 0));
    refused("self is 3, allowed is 0 to 2", () -> Settings.of(3, 3, 0));
    refused("self is -1, allowed is 0 to 2", () -> Settings.of(-1, 3, 0));
    refused("slots is 2, allowed is 3 to 63", () -> withSlots(0, 3, 2));
    refused("slots is 64, allowed is 3 to 63", () -> withSlots(0, 3, 64));
    refused("self is 4, allowed is 0 to 3", () -> withSlots(4, 3, 4));
    refused("incarnation is -1, allowed is 0 to 2^31 - 1", () -> Settings.of(0, 3, -1));
    refused(
        "incarnation is 2147483648, allowed is 0 to 2^31 - 1", () -> Settings.of(0, 3, 1L << 31));
    refused("heartbeat is 0, allowed is 1 or more", () -> new Timing(0, 9, 9, 1, 9, 9));
    refused(
        "followerTimeout is 8, allowed is more than twice the heartbeat of 4",
        () -> new Timing(4, 8, 9, 1, 9, 9));
    refused(
        "leaderTimeout is 8, allowed is more than twice the heartbeat of 4",
        () -> new Timing(4, 9, 8, 1, 9, 9));
    refused("restAfter is -1, allowed is 0 or more", () -> new Timing(4, 9, 9, 1, 9, 9, -1));
    refused("electionWait is 0, allowed is 1 or more", () -> new Timing(4, 9, 9, 0, 9, 9));
    refused(
        "electionTimeout is 5, allowed is more than the electionWait of 5",
        () -> new Timing(4, 9, 9, 5, 5, 9));
    refused(
        "synchronizationTimeout is 8, allowed is at least the followerTimeout of 9",
        () -> new Timing(4, 9, 9, 1, 9, 8));
    refused("payloadBytes is 0, allowed is 1 or more", () -> new Limits(0, 1, 1, 1));
    refused("entriesInFlight is 0, allowed is 1 or more", () -> new Limits(1, 0, 1, 1));
    refused(
        "bytesInFlight is 1, allowed is at least the payloadBytes of 2",
        () -> new Limits(2, 1, 1, 1));
    refused("readsWaiting is 0, allowed is 1 or more", () -> new Limits(1, 1, 1, 0));
  }

  private static Settings withSlots(int self, int members, int slots) {
    return new Settings(
        self, members, slots, 0, Timing.DEFAULT, Limits.DEFAULT, TransferSettings.DEFAULT);
  }

  private static TransferSettings transfer(
      int maxPressure, int threshold, int hysteresis, int maxLag, int minInterval, int drain) {
    return new TransferSettings(
        TransferPolicy.COLDEST,
        true,
        maxPressure,
        threshold,
        hysteresis,
        maxLag,
        minInterval,
        drain);
  }

  @Test
  void theConstantsOfLeadershipTransferHaveRangesToo() {
    refused("policy is missing", () -> new TransferSettings(null, true, 10, 6, 2, 100, 100, 10));
    refused("maxPressure is 0, allowed is 1 or more", () -> transfer(0, 1, 1, 0, 0, 1));
    refused(
        "threshold is 0, allowed is 1 to the maxPressure of 2", () -> transfer(2, 0, 1, 0, 0, 1));
    refused(
        "threshold is 3, allowed is 1 to the maxPressure of 2", () -> transfer(2, 3, 1, 0, 0, 1));
    refused(
        "hysteresis is 0, allowed is 1 to the threshold of 2", () -> transfer(2, 2, 0, 0, 0, 1));
    refused(
        "hysteresis is 3, allowed is 1 to the threshold of 2", () -> transfer(2, 2, 3, 0, 0, 1));
    refused("maxLag is -1, allowed is 0 or more", () -> transfer(2, 2, 2, -1, 0, 1));
    refused("minInterval is -1, allowed is 0 or more", () -> transfer(2, 2, 2, 0, -1, 1));
    refused("drainTimeout is 0, allowed is 1 or more", () -> transfer(2, 2, 2, 0, 0, 0));
    assertEquals(1, transfer(1, 1, 1, 0, 0, 1).threshold());
  }

  @Test
  void theEndsOfTheRangesAreAllowed() {
    assertEquals(62, Settings.of(62, 63, (1L << 31) - 1).self());
    assertEquals(1, Settings.of(0, 1, 0).members());
    assertEquals(9, new Timing(4, 9, 9, 1, 2, 9).followerTimeout());
    assertEquals(1, new Limits(1, 1, 1, 1).payloadBytes());
  }

  @Test
  void aQuorumIsAMajority() {
    assertTrue(Members.isQuorum(0b011, 3));
    assertFalse(Members.isQuorum(0b100, 3));
    assertFalse(Members.isQuorum(0b0011, 4));
    assertTrue(Members.isQuorum(0b0111, 4));
    assertEquals(0b101, Members.without(Members.with(0b101, 1), 1));
    assertTrue(Members.contains(Members.of(62), 62));
  }
}
