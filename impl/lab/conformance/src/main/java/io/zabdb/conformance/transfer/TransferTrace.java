package io.zabdb.conformance.transfer;

import java.util.List;

/**
 * What the members of a group did, in one order.
 *
 * @param members how many there are
 * @param offices the epochs whose leaders came into office, in order
 * @param steps in order
 */
record TransferTrace(int members, List<Long> offices, List<TransferStep> steps) {

  /** The first n steps. */
  TransferTrace prefix(int n) {
    return new TransferTrace(members, offices, steps.subList(0, n));
  }
}
