/** The memory that a process has, and who uses how much of it. Built on the JDK alone. */
@NullMarked
package io.zabdb.budget;

import org.jspecify.annotations.NullMarked;
