/** The few operations on files that a log needs, so that tests can lose power in between. */
package io.zabdb.log.file;
