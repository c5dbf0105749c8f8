/**
 * The two-way tie between the specs and the core: what the core does is checked against the spec
 * ({@code trace}), and what the spec does is done by the core ({@code replay}). Both speak of
 * replicas in the words of the spec ({@code state}).
 */
package io.zabdb.conformance;
