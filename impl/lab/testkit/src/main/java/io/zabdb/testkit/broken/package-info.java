/** The product with a bug in it: builds in which one place is changed, for judges to convict. */
package io.zabdb.testkit.broken;
