package io.zabdb.client;

import io.zabdb.client.scan.PageStream;
import io.zabdb.client.scan.Scan;
import io.zabdb.model.data.Bytes;
import io.zabdb.model.data.Cell;
import io.zabdb.model.data.CheckResult;
import io.zabdb.model.data.Column;
import io.zabdb.model.data.Condition;
import io.zabdb.model.data.RowMutation;
import java.util.List;
import java.util.Optional;

/**
 * The examples of the documentation. What stands between two marks of the same name is quoted in
 * the Javadoc of {@link ZabClient} or in docs/client.md; {@link ExamplesTest} compares them.
 */
final class Examples {

  private Examples() {}

  static void beginAndEnd() {
    // begin
    try (ZabClient client = ZabClient.builder().nodes("127.0.0.1:7400").build()) {
      ZabClient.await(client.put("greeting", "hello"));
      Optional<Cell> cell = ZabClient.await(client.get("greeting"));
      System.out.println(cell.map(found -> found.value().text()).orElse("nothing"));
    }
    // end
  }

  static void columns(ZabClient client) {
    // begin
    Column mail = Column.of("default", "mail");
    Bytes ada = Bytes.of("ada");
    client
        .put(ada, mail, Bytes.of("ada@example.org"))
        .thenCompose(version -> client.get(ada, mail))
        .thenAccept(cell -> System.out.println(cell.orElseThrow().value()));
    // end
  }

  static void checkAndMutate(ZabClient client) {
    // begin
    RowMutation move =
        RowMutation.in("ada")
            .put(Column.of("default", "city"), "London")
            .deleteColumn(Column.of("default", "street"))
            .build();
    Condition unchanged = new Condition.HasValue(Column.of("default", "city"), Bytes.of("Paris"));
    CheckResult result = ZabClient.await(client.checkAndMutate(List.of(unchanged), move));
    System.out.println(result.done() ? "moved" : "was elsewhere");
    // end
  }

  static void scan(ZabClient client) {
    // begin
    try (PageStream pages = client.scan(Scan.all())) {
      for (Cell cell : pages.cells()) {
        System.out.println(cell);
      }
    }
    // end
  }

  static void bulk(ZabClient client, List<RowMutation> rows) {
    // begin
    for (List<RowMutation> part : ZabClient.await(client.splitByPartition(rows))) {
      ZabClient.await(client.batch(part));
    }
    // end
  }
}
