package io.zabdb.coordination.format;

import java.util.UUID;

/**
 * Which cluster this is.
 *
 * @param cluster its identity
 * @param definition what it was created as
 */
public record Identity(UUID cluster, Definition definition) {}
