/** What operators ask of a cluster that runs: how it is, transfers, compactions, checks. */
package io.zabdb.cli.admin;
