/** The replicated state: applies entries, answers reads, and moves as a whole or by partition. */
package io.zabdb.storage.engine;
