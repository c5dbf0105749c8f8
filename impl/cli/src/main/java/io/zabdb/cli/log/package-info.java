/** What is logged where: little by commands, events by nodes. */
package io.zabdb.cli.log;
