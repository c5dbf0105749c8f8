/** Cells and rows as text and as JSON. */
package io.zabdb.cli.data.form;
