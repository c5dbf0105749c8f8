package io.zabdb.testkit.sim;

import io.zabdb.core.time.ReplicatedTime;
import io.zabdb.testkit.sim.node.Times;

/**
 * The mutants of {@code specs/storage/mutants/MutReplicatedTime.tla} in Java: the product's
 * replicated time with one thing weakened at a time. Each has the name of its spec mutant.
 */
enum TimeMutant implements Times {
  OwnClock {
    @Override
    public ReplicatedTime start(int members, int self, long maxSkew) {
      return new ReplicatedTime(members, self, maxSkew) {
        @Override
        public long stamp(long applied, long own, long monotonic) {
          return own;
        }
      };
    }
  },
  OwnClockAtFirst {
    @Override
    public ReplicatedTime start(int members, int self, long maxSkew) {
      return new ReplicatedTime(members, self, maxSkew) {
        @Override
        public long stamp(long applied, long own, long monotonic) {
          return super.stamp(own, own, monotonic);
        }
      };
    }
  },
  NotRaised {
    @Override
    public ReplicatedTime start(int members, int self, long maxSkew) {
      return new ReplicatedTime(members, self, maxSkew) {
        @Override
        protected long bounded(long own, long reached) {
          return Math.min(own, reached + maxSkew());
        }
      };
    }
  },
  AnyQuorum {
    @Override
    public ReplicatedTime start(int members, int self, long maxSkew) {
      return new ReplicatedTime(members, self, maxSkew) {
        @Override
        protected boolean agree(long own, long monotonic) {
          return true;
        }
      };
    }
  },
  ReachedByOne {
    @Override
    public ReplicatedTime start(int members, int self, long maxSkew) {
      return new ReplicatedTime(members, self, maxSkew) {
        @Override
        protected boolean reachedBy(long reaching) {
          return true;
        }
      };
    }
  },
  ReachedByAll {
    @Override
    public ReplicatedTime start(int members, int self, long maxSkew) {
      return new ReplicatedTime(members, self, maxSkew) {
        @Override
        protected boolean reachedBy(long reaching) {
          return Long.bitCount(reaching) == members;
        }
      };
    }
  },
  LastStamp {
    @Override
    public long advanced(long before, long stamp) {
      return stamp;
    }
  },
  NobodyIsUnfit {
    @Override
    public ReplicatedTime start(int members, int self, long maxSkew) {
      return new ReplicatedTime(members, self, maxSkew) {
        @Override
        public boolean isUnfit(long own, long monotonic) {
          return false;
        }
      };
    }
  },
  AnyDifference {
    @Override
    public ReplicatedTime start(int members, int self, long maxSkew) {
      return new ReplicatedTime(members, self, maxSkew) {
        @Override
        public boolean isUnfit(long own, long monotonic) {
          long reached = reached(own, monotonic);
          return reached != UNKNOWN && own != reached;
        }
      };
    }
  }
}
