package io.zabdb.modelcheck.proofs;

import io.zabdb.modelcheck.Home;
import io.zabdb.modelcheck.model.ModelCatalog;
import io.zabdb.modelcheck.report.Checks;
import java.io.IOException;
import java.nio.file.Files;

/** Everything in {@code proofs/}. */
public final class ProofChecks {

  private ProofChecks() {}

  /** Checks the Coq development and the TLAPS proofs; a folder that does not exist is left out. */
  public static void run(Checks checks) throws IOException, InterruptedException {
    ModelCatalog catalog = ModelCatalog.read(Home.folder("specs"));
    if (Files.isDirectory(Home.folder("proofs/coq"))) {
      checks.expectEmpty(
          "what Coq proves is what TLA+ says",
          String.join(
              "\n", new TextBindings(Home.folder("proofs/coq"), catalog.modules()).problems()));
      new CoqChecks(Home.folder("proofs/coq"), checks).run();
    }
    if (Files.isDirectory(Home.folder("proofs/tlaps"))) {
      new TlapsChecks(Home.folder("proofs/tlaps"), catalog, checks).run();
    }
  }
}
