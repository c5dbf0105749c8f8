package io.zabdb.modelcheck.specs;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.tlc.TlcResult;
import io.zabdb.modelcheck.verdict.Verdict;

/** A model, what TLC found and whether that is right. */
public record ModelRun(Model model, TlcResult result, Verdict verdict) {}
