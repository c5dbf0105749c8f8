/**
 * Runs the checks of {@code specs/} and {@code proofs/} and compares what they find with what they
 * must find.
 *
 * <p>Reading order:
 *
 * <ol>
 *   <li>{@code model}: what a configuration says must happen, and the rules it keeps to
 *   <li>{@code tlc}: runs TLC in a process of its own and reads what it found
 *   <li>{@code verdict}: whether that is right, and how long it took before
 *   <li>{@code specs}: the command {@code specs}: schedules the models, judges them, reports
 *   <li>{@code mutation}: the command {@code specs mutate}: changes modules and sees who notices
 *   <li>{@code value}, {@code trace}: TLA+ values and counterexamples, and what changed from step
 *       to step
 *   <li>{@code explain}: which action, with which parameters, each step of a counterexample is
 *   <li>{@code diagram}: a counterexample as a message-sequence chart
 *   <li>{@code apalache}, {@code proofs}, {@code repository}: the other checks
 *   <li>{@code report}, {@code process}: tables, counts, statistics; child processes
 * </ol>
 */
package io.zabdb.modelcheck;
