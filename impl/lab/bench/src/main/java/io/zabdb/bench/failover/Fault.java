package io.zabdb.bench.failover;

/** What happens to a leader. */
enum Fault {
  /** Its process is killed (SIGKILL), and started again afterwards. */
  kill,
  /** Its process is stopped (SIGSTOP): connections stay, nothing answers. It goes on afterwards. */
  stop,
  /** It is asked to hand leadership over. */
  transfer
}
