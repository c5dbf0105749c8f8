package io.zabdb.core.state;

/** The phases of Zab ({@code ZabState!phase}). */
public enum Phase {
  DISCOVERY,
  SYNCHRONIZATION,
  BROADCAST
}
