/** The commands that examine the product, and what {@code ./zabdb test} checks. */
package io.zabdb.lab;
