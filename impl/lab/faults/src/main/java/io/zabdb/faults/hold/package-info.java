/** What must not end a node: clients and peers that ask for too much, for as long as one likes. */
package io.zabdb.faults.hold;
