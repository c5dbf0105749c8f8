/** The commands of the testkit. */
package io.zabdb.testkit.command;
