/** What is done to a cluster, in the words of scenarios ({@code docs/scenarios.md}). */
package io.zabdb.schedule.deed;
