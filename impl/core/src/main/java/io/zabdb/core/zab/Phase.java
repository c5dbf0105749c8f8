package io.zabdb.core.zab;

/** The phases of Zab ({@code ZabState!phase}). */
public enum Phase {
  DISCOVERY,
  SYNCHRONIZATION,
  BROADCAST
}
