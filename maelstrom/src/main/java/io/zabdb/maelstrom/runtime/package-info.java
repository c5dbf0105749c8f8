/** What every program of a node needs: an event loop, requests, calls to other nodes. */
package io.zabdb.maelstrom.runtime;
