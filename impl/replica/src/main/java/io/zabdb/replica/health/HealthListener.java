package io.zabdb.replica.health;

/** Hears of changes. Called by the part that measures: must neither wait nor change the health. */
public interface HealthListener {

  /** An ailment has begun, or has become better or worse. */
  void ails(Complaint complaint);

  /** An ailment is over. */
  void recovered(Complaint last);
}
