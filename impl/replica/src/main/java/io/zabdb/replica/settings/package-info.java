/** What a replica is told when it starts. */
package io.zabdb.replica.settings;
