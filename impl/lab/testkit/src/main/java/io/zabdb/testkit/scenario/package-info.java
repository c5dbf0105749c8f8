/**
 * Stories of a group, told in text and run by the simulator: what is done, one line after the
 * other, and what is expected then. {@code docs/scenarios.md} has the grammar.
 */
package io.zabdb.testkit.scenario;
