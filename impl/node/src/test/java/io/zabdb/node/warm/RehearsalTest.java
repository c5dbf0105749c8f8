package io.zabdb.node.warm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.zabdb.replica.health.Ailment;
import io.zabdb.replica.health.Complaint;
import io.zabdb.replica.health.HealthListener;
import io.zabdb.replica.health.NodeHealth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RehearsalTest {

  @Test
  void itDoesWhatLeadersDo() {
    Rehearsal rehearsal = new Rehearsal();
    int first = rehearsal.leader();
    rehearsal.serve(10);
    assertEquals(10, rehearsal.answers());
    rehearsal.transfer();
    int second = rehearsal.leader();
    assertNotEquals(first, second);
    assertEquals((first + 1) % 3, second, "the one that was told to, not one that was elected");
    rehearsal.serve(10);
    assertEquals(20, rehearsal.answers());
  }

  @Test
  void aNodeIsColdUntilItHasRehearsed() throws InterruptedException {
    NodeHealth health = new NodeHealth();
    List<Complaint> heard = new ArrayList<>();
    health.listen(
        new HealthListener() {
          @Override
          public void ails(Complaint complaint) {
            heard.add(complaint);
          }

          @Override
          public void recovered(Complaint last) {
            heard.add(last);
          }
        });
    WarmUp.begin(health, 5).join();
    assertEquals(2, heard.size());
    assertEquals(Ailment.COLD, heard.get(0).ailment());
    assertEquals(5, heard.get(0).level());
    assertEquals(0, health.level(0));
  }
}
