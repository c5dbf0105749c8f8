package io.zabdb.replica;

import io.zabdb.core.trace.TransferView;

/** What a replica would show of its part in transfers, as a test sets it. */
final class FixedView implements TransferView {

  boolean leads = true;
  long epoch;
  int pressure;
  long lag;
  int heardPressure;
  boolean fit = true;

  @Override
  public int self() {
    return 0;
  }

  @Override
  public int members() {
    return 3;
  }

  @Override
  public boolean leads() {
    return leads;
  }

  @Override
  public long epoch() {
    return epoch;
  }

  @Override
  public int pressure() {
    return pressure;
  }

  @Override
  public boolean fit() {
    return fit;
  }

  @Override
  public long run() {
    return 0;
  }

  @Override
  public long lag(int member) {
    return lag;
  }

  @Override
  public int target() {
    return -1;
  }

  @Override
  public int waiting() {
    return 0;
  }

  @Override
  public long heardRun(int member) {
    return 0;
  }

  @Override
  public int heardPressure(int member) {
    return heardPressure;
  }

  @Override
  public long granted(int member) {
    return 0;
  }
}
