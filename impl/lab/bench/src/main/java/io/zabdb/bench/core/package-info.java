/** What a step of the core costs. */
package io.zabdb.bench.core;
