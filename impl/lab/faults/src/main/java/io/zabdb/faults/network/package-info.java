/** Networks between processes of this machine that can be cut, and heal. */
package io.zabdb.faults.network;
