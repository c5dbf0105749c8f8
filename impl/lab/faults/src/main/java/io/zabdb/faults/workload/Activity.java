package io.zabdb.faults.workload;

import io.zabdb.client.ZabClient;
import io.zabdb.model.error.ZabException;
import java.util.random.RandomGenerator;

/** What a client does again and again. Thread-safe. */
interface Activity {

  /**
   * One round.
   *
   * @param number of the client
   * @return whether it did what it was meant to do
   * @throws ZabException if that failed; what is known of the outcome has been noted
   */
  boolean round(ZabClient client, int number, RandomGenerator random);
}
