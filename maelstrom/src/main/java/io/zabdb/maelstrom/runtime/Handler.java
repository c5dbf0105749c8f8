package io.zabdb.maelstrom.runtime;

/** Takes the requests of one type. What it throws is answered as an error. */
@FunctionalInterface
public interface Handler {

  void handle(Request request);
}
