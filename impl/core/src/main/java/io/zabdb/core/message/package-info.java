/**
 * What replicas send each other: the messages of {@code specs/zab/Zab} and the datagrams of {@code
 * specs/transfer/LeadershipTransfer}, one record each; and what they are made of ({@code
 * specs/zab/ZabState}).
 */
@NullMarked
package io.zabdb.core.message;

import org.jspecify.annotations.NullMarked;
