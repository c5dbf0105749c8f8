package io.zabdb.faults.network;

/** Hears what comes from one side of a connection, in its order, before it is passed on. */
public interface Tap {

  /**
   * These bytes are held back until it returns, and with them all that come behind them. Called by
   * one thread.
   *
   * @param count so many of the array, from its beginning; it is used again
   */
  void hear(byte[] bytes, int count);
}
