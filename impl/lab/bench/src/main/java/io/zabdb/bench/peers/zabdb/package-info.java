/** ZabDB as one system among others. */
package io.zabdb.bench.peers.zabdb;
