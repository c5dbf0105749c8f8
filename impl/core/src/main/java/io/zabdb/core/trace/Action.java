package io.zabdb.core.trace;

/**
 * The actions of {@code specs/zab}, under their own names. Each has one method in the role classes
 * of {@code core.zab}: the same name with a small first letter.
 */
public enum Action {
  Lead,
  Follow,
  HandleCEPOCH,
  ProposeEpoch,
  LeaderPersistAcceptedEpoch,
  HandleNEWEPOCH,
  FollowerPersistAcceptedEpoch,
  HandleACKEPOCH,
  PullHistory,
  HandlePULL,
  HandlePULLED,
  Found,
  CompleteDiscovery,
  HandleSYNC,
  TakePart,
  HandleNEWLEADER,
  FollowerPersistCurrentEpoch,
  LeaderPersistCurrentEpoch,
  HandleACKLD,
  Establish,
  HandleCOMMITLD,
  ClientRequest,
  HandlePROPOSE,
  Fsync,
  HandleACK,
  HandleCOMMIT,
  ClientRead,
  HandlePING,
  HandlePONG,
  ServeRead,
  Disconnect,
  StepDown,
  Restart,
  TakeCheckpoint
}
