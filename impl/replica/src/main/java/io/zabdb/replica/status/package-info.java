/** What a replica tells of itself. */
package io.zabdb.replica.status;
