import { comparedAutomaton } from '#shared/algorithms/automaton/difference/compared-automaton.ts';
import {
  type Certainty,
  changesSince,
  pathVariants,
  type ReportFacts,
  type Since,
} from '#shared/algorithms/automaton/written/report/facts.ts';
import { type FlowFigures, measureFlow } from '#shared/algorithms/performance/measure-flow.ts';
import { type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import type { Automaton } from '#shared/domain/automaton.ts';
import { dialogueKey } from '#shared/domain/dialogue.ts';
import { formatCount, formatShare, formatTime } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { describeLearner } from '#shared/domain/learner-text.ts';
import type { Project } from '../../project.ts';
import { roundTimes } from '../../store/corpus/dialogue-fields.ts';
import { dialogueHeads } from '../../store/corpus/dialogue-table.ts';
import { automatonCache, automatonSummaries, type LoadedAutomaton } from './cache.ts';

const POLICIES: Readonly<Record<string, string>> = {
  literal: 'routed literally',
  greedy: 'routed greedily',
  resume: 'routed with gaps',
  context: 'routed back from each answer',
  overview: 'along the drawn ways',
};
/** A state found in fewer repetitions than this may be due to chance. */
const SURE_PERCENT = 80;

/** Returns the known facts about an automaton. @param least the least number of dialogues for each fact */
export function reportFacts(
  project: Project,
  summary: AutomatonSummary,
  loaded: LoadedAutomaton,
  least: number,
): ReportFacts {
  const { paths } = loaded.view;
  return {
    variants: paths ? pathVariants(paths, least) : [],
    waits: paths ? waitsOf(project, paths, loaded.dialogueIds) : null,
    since: paths ? sinceBefore(project, summary, loaded, paths) : null,
    certainty: certaintyOf(summary, loaded),
  };
}

function waitsOf(
  { database }: Project,
  paths: Automaton,
  dialogueIds: Int32Array,
): FlowFigures['ways'] | null {
  const times = roundTimes(database, dialogueIds);
  if (times === null) return null;
  // Only waits are reported, so the outcomes do not matter.
  const { ways } = measureFlow(paths, {
    waits: 'customer',
    isTaken: () => true,
    times,
    lastRounds: new Int32Array(paths.dialogueCount).fill(-1),
    isAbandoned: () => false,
    outcomes: null,
    numbers: null,
  });
  return ways;
}

/** Returns the newest earlier automaton by the same learner, from the same tagger. */
function sinceBefore(
  project: Project,
  summary: AutomatonSummary,
  loaded: LoadedAutomaton,
  paths: Automaton,
): Since | null {
  const earlier = automatonSummaries(project.database).find(
    (other) =>
      hasPaths(other) &&
      other.id < summary.id &&
      other.learner === summary.learner &&
      other.tagger === summary.tagger &&
      (other.params.where ?? '') === (summary.params.where ?? ''),
  );
  if (!earlier) return null;
  const before = project.use(automatonCache).load(earlier.id);
  if (!before.view.paths) return null;
  const heads = dialogueHeads(project.database);
  const keyOf = new Map(heads.map(({ id, source, externalId }) => [id, dialogueKey(source, externalId)]));
  const keysOf = (ids: Int32Array): string[] =>
    Array.from(ids, (id) => keyOf.get(id as DialogueId) ?? String(id));
  const how = describeLearner(earlier).filter((part) => part !== false);
  return changesSince(
    comparedAutomaton(before.view.paths, keysOf(before.dialogueIds)),
    comparedAutomaton(paths, keysOf(loaded.dialogueIds)),
    `automaton ${earlier.id} (${[...how, formatTime(earlier.createdAt)].join(', ')})`,
  );
}

function certaintyOf({ report, imported }: AutomatonSummary, { view }: LoadedAutomaton): Certainty[] {
  const { reach } = report;
  const { stateCertainty, stateCount } = view.structure;
  const sure = stateCertainty?.reduce((sum, percent) => sum + (percent >= SURE_PERCENT ? 1 : 0), 0);
  return [
    ...(reach?.policies ?? []).flatMap(({ policy, shareOfRounds, rounds, beyondChance }) => [
      {
        what: `Turns of ${formatCount(reach?.heldOut ?? 0)} held-out dialogues that it follows, ${POLICIES[policy]}`,
        figure: `${formatShare(shareOfRounds)} of ${formatCount(rounds)}`,
      },
      ...(beyondChance?.estimate == null
        ? []
        : [
            {
              what: 'The same beyond chance, that is more than on shuffled tags, with its 95 % interval',
              figure:
                beyondChance.lower === null || beyondChance.upper === null
                  ? formatShare(beyondChance.estimate)
                  : `${formatShare(beyondChance.estimate)} (${formatShare(beyondChance.lower)} to ${formatShare(beyondChance.upper)})`,
            },
          ]),
    ]),
    ...(sure === undefined
      ? []
      : [
          {
            what: `States found again in at least ${SURE_PERCENT} of 100 repetitions on parts of the dialogues`,
            figure: `${formatCount(sure)} of ${formatCount(stateCount)}`,
          },
        ]),
    ...(imported
      ? []
      : [
          {
            what: 'Visits at the most visited state, of all visits: much means that states were lumped together',
            figure: formatShare(report.largestStateShare),
          },
        ]),
  ];
}
