/** Pictures of figures: XChart draws them, as PNG and as SVG (Batik). */
package io.zabdb.bench.chart;
