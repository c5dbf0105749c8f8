package io.zabdb.schedule;

import io.zabdb.schedule.deed.Act;
import io.zabdb.schedule.deed.Deed;
import io.zabdb.schedule.sight.Sight;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * What all windows of a run share: who is afflicted, whose turn it is, the pace. Not thread-safe.
 */
final class Stage {

  final ScheduleSettings settings;
  final Random random;
  final Pace pace;
  final Afflictions afflictions = new Afflictions();
  final Blows blows;
  private final Deck<Act> faults;
  private final Map<Act, Deck<Aim>> aims = new EnumMap<>(Act.class);

  Stage(ScheduleSettings settings) {
    this.settings = settings;
    random = new Random(settings.seed());
    pace = new Pace(settings, random);
    blows = new Blows(random, afflictions);
    Set<Act> asked = settings.ordered();
    faults = new Deck<>(List.copyOf(asked), random);
    asked.forEach(fault -> aims.put(fault, new Deck<>(Aim.of(fault, asked), random)));
  }

  /** The faults, each once before any comes again. */
  Deck<Act> faults() {
    return faults;
  }

  /** At whom a fault is aimed: each once before any comes again. */
  Deck<Aim> aims(Act fault) {
    return aims.get(fault);
  }

  /**
   * A fault at those at whom its turn is to be aimed, or else at others; empty: it cannot be now.
   */
  Optional<List<Deed>> blow(Act fault, Sight sight) {
    Optional<List<Deed>> deeds = aims.get(fault).play(aim -> blow(fault, aim, sight));
    return deeds.isPresent()
        ? deeds
        : Aim.of(fault, settings.ordered()).stream()
            .flatMap(aim -> blow(fault, aim, sight).stream())
            .findFirst();
  }

  private Optional<List<Deed>> blow(Act fault, Aim aim, Sight sight) {
    return Optional.of(blows.at(fault, aim, sight)).filter(deeds -> !deeds.isEmpty());
  }

  /** What undoes what can be undone now. */
  List<Deed> cures(Sight sight) {
    return afflictions.cures(sight, pace::mayStart);
  }
}
