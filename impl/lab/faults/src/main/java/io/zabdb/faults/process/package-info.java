/** Processes of this machine: started, signalled, ended. */
package io.zabdb.faults.process;
