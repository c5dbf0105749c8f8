/**
 * Who should try to lead, and whom to follow: {@code specs/transfer/Election}, the oracle of {@code
 * specs/zab/Discovery}.
 */
package io.zabdb.core.election;
