/**
 * What clients asked of a store and what they were told: operations, their recorder, and how much
 * they overlapped.
 */
package io.zabdb.testkit.history;
