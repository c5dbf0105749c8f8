/** The memory that a process has, and who uses how much of it. Built on the JDK alone. */
package io.zabdb.budget;
