/** What all systems that are compared have in common. */
package io.zabdb.bench.peers.system;
