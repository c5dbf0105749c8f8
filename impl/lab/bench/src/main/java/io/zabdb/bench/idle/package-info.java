/** What a cluster costs that nobody asks for anything. */
package io.zabdb.bench.idle;
