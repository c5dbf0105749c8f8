/** What can be seen of a cluster at a moment. */
package io.zabdb.schedule.sight;
