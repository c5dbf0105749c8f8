/** Shows a person why a history is not linearizable. */
package io.zabdb.testkit.report;
