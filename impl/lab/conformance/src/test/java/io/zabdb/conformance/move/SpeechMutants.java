package io.zabdb.conformance.move;

import static io.zabdb.shard.MovePhase.COPYING;
import static io.zabdb.shard.MovePhase.READY;
import static io.zabdb.shard.MovePhase.RECEIVING;
import static io.zabdb.shard.MovePhase.SEALED;
import static io.zabdb.shard.MovePhase.SERVING;
import static io.zabdb.shard.MovePhase.SWITCHED;

import io.zabdb.shard.Heir;
import io.zabdb.shard.MessageType;
import io.zabdb.shard.MoveMessage;
import io.zabdb.shard.PartitionId;
import io.zabdb.shard.PartitionRecord;
import io.zabdb.shard.PartitionTable;
import io.zabdb.shard.SpeechGuards;
import java.util.EnumSet;
import java.util.List;

/**
 * The guards by which groups speak, each weakened, most as in {@code specs/shard/mutants/MutMove}.
 */
final class SpeechMutants {

  static final List<SpeechGuards> ALL =
      List.of(
          new ReadsSwitched(),
          new DescribesWhileCopying(),
          new TellsTheHeirEarly(),
          new PromisesEarly(),
          new KnowsOfAll(),
          new KnowsByTheFloorAlone(),
          new ServedByAbsence(),
          new OwnerOfAnyNumber(),
          new NeverSaysDone(),
          new NeverSaysCancel(),
          new CancelsWhatIsPending(),
          new NeverSaysTooLow(),
          new ReadsCopies(),
          new NamesNobody());

  private SpeechMutants() {}

  private static final class ReadsSwitched extends SpeechGuards {
    @Override
    protected boolean readable(PartitionTable s, PartitionId p) {
      return s.inPhase(p, EnumSet.complementOf(EnumSet.of(RECEIVING, READY)));
    }
  }

  private static final class DescribesWhileCopying extends SpeechGuards {
    @Override
    protected boolean canDescribe(PartitionRecord r) {
      return r.phase() == SEALED || r.phase() == COPYING;
    }
  }

  private static final class TellsTheHeirEarly extends SpeechGuards {
    @Override
    protected boolean canTellHeir(PartitionRecord r) {
      return r.phase() == SEALED || r.phase() == SWITCHED;
    }
  }

  private static final class PromisesEarly extends SpeechGuards {
    @Override
    protected boolean canPromise(PartitionRecord r) {
      return r.phase().isCopy();
    }
  }

  private static final class KnowsOfAll extends SpeechGuards {
    @Override
    protected boolean knowsOf(PartitionTable s, PartitionId p, long e) {
      return true;
    }
  }

  private static final class KnowsByTheFloorAlone extends SpeechGuards {
    @Override
    protected boolean knowsOf(PartitionTable s, PartitionId p, long e) {
      return s.floor() >= e;
    }
  }

  private static final class ServedByAbsence extends SpeechGuards {
    @Override
    protected boolean hasServed(PartitionTable s, MoveMessage m) {
      return !s.inAttempt(m.part(), m.epoch(), EnumSet.of(READY));
    }
  }

  private static final class OwnerOfAnyNumber extends SpeechGuards {
    @Override
    protected boolean isNewerOwner(PartitionTable s, MoveMessage m) {
      return s.overlapping(m.part()).stream().anyMatch(q -> readable(s, q));
    }
  }

  private static final class NeverSaysDone extends SpeechGuards {
    @Override
    protected boolean saysDone(PartitionTable s, MoveMessage m) {
      return false;
    }
  }

  private static final class NeverSaysCancel extends SpeechGuards {
    @Override
    protected boolean saysCancel(PartitionTable s, MoveMessage m) {
      return false;
    }
  }

  private static final class CancelsWhatIsPending extends SpeechGuards {
    @Override
    protected boolean saysCancel(PartitionTable s, MoveMessage m) {
      return (m.type() == MessageType.ACCEPT || m.type() == MessageType.READY)
          && m.dst().equals(s.self())
          && knowsOf(s, m.part(), m.epoch());
    }
  }

  private static final class NeverSaysTooLow extends SpeechGuards {
    @Override
    protected boolean saysTooLow(PartitionTable s, MoveMessage m) {
      return false;
    }
  }

  private static final class ReadsCopies extends SpeechGuards {
    @Override
    protected boolean mayRead(PartitionTable s, PartitionId p) {
      return s.inPhase(p, EnumSet.of(SERVING, COPYING, SEALED, READY));
    }
  }

  private static final class NamesNobody extends SpeechGuards {
    @Override
    protected Heir correction(PartitionTable s, long token) {
      return Heir.NOBODY;
    }
  }
}
