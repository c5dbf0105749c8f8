package io.zabdb.balancer;

/** What has been done. */
public enum RunEnd {
  DONE,
  /** It was refused, given up, or somebody else was faster: the next plan knows. */
  NOT_DONE,
  /** It goes on by itself, and there was no time to wait for its end. */
  GOES_ON
}
