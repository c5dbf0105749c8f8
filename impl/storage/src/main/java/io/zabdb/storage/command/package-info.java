/** What clients ask of a partition through the log, and the answers; both as bytes. */
package io.zabdb.storage.command;
