/** The production balancer, which waits for answers, on nodes in virtual time. */
package io.zabdb.simulator.balance;
