/** What must hold of a cluster and of what its clients learnt. */
package io.zabdb.faults.check;
