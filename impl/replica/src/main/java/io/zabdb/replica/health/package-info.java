/** What a node suffers from, and what follows from it. */
package io.zabdb.replica.health;
