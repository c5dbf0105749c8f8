package io.zabdb.core.state;

/** A part of a replica that can say how it is, in one line, for messages of failed checks. */
public interface Described {

  String describe();
}
