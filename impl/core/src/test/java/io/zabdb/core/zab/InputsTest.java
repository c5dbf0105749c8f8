package io.zabdb.core.zab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.core.domain.InstanceofCheck;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.zabdb.core.election.Election;
import io.zabdb.core.message.Datagram;
import io.zabdb.core.message.Message;
import io.zabdb.core.state.ProtocolViolation;
import io.zabdb.core.step.Input;
import io.zabdb.core.transfer.LeadershipTransfer;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing that a replica can be told is passed over in silence. */
class InputsTest {

  private static final JavaClasses CORE =
      new ClassFileImporter().importPackages("io.zabdb.core.zab", "io.zabdb.core.transfer");

  private final Solo solo = new Solo();

  /** The parts of a sealed type for which these classes have a branch. */
  private static Set<String> distinguished(Class<?> sealed, Class<?>... by) {
    return Stream.of(by)
        .map(CORE::get)
        .flatMap(type -> type.getInstanceofChecks().stream())
        .map(InstanceofCheck::getRawType)
        .filter(
            type ->
                type.getEnclosingClass().filter(outer -> outer.isEquivalentTo(sealed)).isPresent())
        .map(JavaClass::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> parts(Class<?> sealed) {
    return Stream.of(sealed.getPermittedSubclasses())
        .map(Class::getSimpleName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyInputHasABranch() {
    assertEquals(parts(Input.class), distinguished(Input.class, Replica.class));
  }

  @Test
  void everyMessageHasABranchAtAFollowerOrALeader() {
    assertEquals(
        parts(Message.class), distinguished(Message.class, Following.class, Leading.class));
  }

  @Test
  void everyDatagramHasABranch() {
    assertEquals(
        parts(Datagram.class),
        distinguished(Datagram.class, Replica.class, LeadershipTransfer.class));
  }

  @Test
  void whatIsNoInputIsAViolation() {
    assertThrows(ProtocolViolation.class, () -> solo.give(null));
  }

  @Test
  void whatIsNoDatagramIsAViolation() {
    assertThrows(ProtocolViolation.class, () -> solo.give(new Input.Notified(0, null)));
  }

  @Test
  void whoBeginsToLookTellsTheElectionOnce() {
    long calls =
        CORE.get(Looking.class).getMethodCallsFromSelf().stream()
            .filter(InputsTest::beginsAnElection)
            .count();
    assertEquals(1, calls);
  }

  private static boolean beginsAnElection(JavaMethodCall call) {
    return call.getTargetOwner().isEquivalentTo(Election.class) && call.getName().equals("begin");
  }
}
