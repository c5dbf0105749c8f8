/** Processes of this machine that outlive the command that started them. */
package io.zabdb.cli.process;
