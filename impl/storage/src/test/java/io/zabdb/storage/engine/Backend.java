package io.zabdb.storage.engine;

/** Where an engine is kept between a crash and the next start. */
interface Backend {

  /** Opens the engine, with what was flushed. Source: {@code AppliedIndex!Restart}. */
  StorageEngine open();

  /** Another one, empty. */
  Backend fresh();
}
