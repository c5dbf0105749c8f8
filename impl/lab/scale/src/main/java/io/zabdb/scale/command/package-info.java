/** {@code ./zabdb simulate scale}. */
package io.zabdb.scale.command;
