/** What znodes hold: JSON with a format number, checked when read and when written. */
package io.zabdb.coordination.format;
