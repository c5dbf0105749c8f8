/** Other stores beside ZabDB: the same load on each, in one run. */
package io.zabdb.bench.peers;
