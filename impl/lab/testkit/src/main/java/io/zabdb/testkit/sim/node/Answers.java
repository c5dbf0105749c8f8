package io.zabdb.testkit.sim.node;

import io.zabdb.core.step.Refusal;
import io.zabdb.testkit.sim.store.Result;

/** Takes a node's answers to clients. */
public interface Answers {

  /**
   * Here it is.
   *
   * @param time that the node has applied, in milliseconds
   */
  void done(int node, long token, Result result, long time);

  /**
   * The session is forgotten, so nobody knows whether the request has happened.
   *
   * @param time that the node has applied, in milliseconds
   */
  void forgotten(int node, long token, long time);

  /**
   * The request has not happened and never will.
   *
   * @param leader the node that seems to lead, or -1
   */
  void refused(int node, long token, Refusal refusal, int leader);

  /** Nobody knows whether the request happens. */
  void unknown(int node, long token);
}
