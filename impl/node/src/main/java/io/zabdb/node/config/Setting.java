package io.zabdb.node.config;

/**
 * A value as it was given.
 *
 * @param source where, such as {@code --node} or {@code zabdb.properties line 3}
 */
record Setting(String value, String source) {}
