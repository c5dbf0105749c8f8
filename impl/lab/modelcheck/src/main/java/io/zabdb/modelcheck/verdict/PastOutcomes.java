package io.zabdb.modelcheck.verdict;

import io.zabdb.modelcheck.model.Model;
import io.zabdb.modelcheck.report.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which searches need not be made again: those of models that must fail, and did when {@code
 * specs/STATISTICS.md} was recorded, of the same inputs. Models that must hold are never among
 * them.
 */
public final class PastOutcomes {

  private static final int MODEL = 1;
  private static final int OUTCOME = 4;
  private static final int FINISHED = 10;
  private static final int INPUTS = 12;

  private final Map<String, List<String>> rows = new HashMap<>();

  /** Reads what was recorded; nothing if the file does not exist. */
  public static PastOutcomes read(Path statistics) throws IOException {
    PastOutcomes past = new PastOutcomes();
    for (List<String> row : Statistics.read(statistics).rows(PastTimes.SECTION)) {
      past.rows.put(row.get(MODEL), row);
    }
    return past;
  }

  /**
   * Whether it is known what comes of a model, and that this is what must.
   *
   * @param inputs the digest of what it is made of now
   */
  public boolean isKnown(Model model, String inputs) {
    List<String> row = rows.get(model.name());
    return row != null
        && model.mustFail()
        && !model.mode().simulate()
        // Several might find another violation first.
        && model.workers() == 1
        && row.get(INPUTS).equals(inputs)
        && row.get(FINISHED).equals("yes")
        && row.get(OUTCOME).equals(model.expectation().toString());
  }
}
