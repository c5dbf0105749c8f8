/** Figures for people and for programs. */
package io.zabdb.bench.report;
