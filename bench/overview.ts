/**
 * Measures overviews: states, named turns, held-out turns followed, the increase over shuffled symbols, and the time.
 *
 * npx node bench/overview.ts [corpora …] (default: multiwoz star sgd)
 *
 * Annotations are from DIALOGRAM_DATA (default ../shared/data), also by act alone; a fifth is held out. Medians of
 * five.
 */

import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/learn.ts';
import { measureHeldOutReach } from '../shared/algorithms/learning/held-out-reach.ts';
import { namedTurns } from '../shared/algorithms/learning/setting-figures.ts';
import { learnOverview } from '../shared/algorithms/overview/learn-overview.ts';
import type { TaggedDialogue } from '../shared/domain/symbols.ts';
import { missingCorpus, readAnnotatedDialogues } from '../tests/fixtures/annotated-corpora.ts';
import { buildSymbolCorpus } from '../tests/fixtures/tagged-dialogues.ts';

const RUNS = 5;

const actsOnly = (dialogues: readonly TaggedDialogue[]): TaggedDialogue[] =>
  dialogues.map(({ key, turns }) => ({
    key,
    turns: turns.map(({ role, tags }) => ({
      role,
      tags: [...new Set(tags.map((tag) => tag.split('-')[0] ?? tag))],
    })),
  }));

function measure(dialogues: readonly TaggedDialogue[], states: number) {
  const corpus = buildSymbolCorpus(dialogues);
  const options = { ...DEFAULT_PAPER_OPTIONS, states };
  const milliseconds = Array.from({ length: RUNS }, () => {
    const started = performance.now();
    learnOverview(corpus, options);
    return performance.now() - started;
  }).sort((left, right) => left - right)[RUNS >> 1];
  const learned = learnOverview(corpus, options);
  let at = 0;
  const { policies } = measureHeldOutReach(learned, () => at++ % 5 === 0);
  const { shareOfTurns, beyondChance } = policies[0]!;
  const { automaton, report } = learned;
  return {
    states: report.states,
    mainTransitions: automaton.main?.reduce((sum, isMain) => sum + isMain, 0),
    transitions: report.transitions,
    largest: report.largestStateShare,
    named: namedTurns(learned.automaton, learned.corpus),
    followed: shareOfTurns,
    beyondChance,
    milliseconds,
  };
}

const asked = process.argv.slice(2);
for (const corpus of asked.length > 0 ? asked : ['multiwoz', 'star', 'sgd']) {
  const missing = missingCorpus(corpus);
  if (missing !== null) throw new Error(missing);
  const dialogues = readAnnotatedDialogues(corpus);
  for (const [tags, own] of [
    ['annotations', dialogues],
    ['acts alone', actsOnly(dialogues)],
  ] as const) {
    for (const states of [40, 60]) console.log(JSON.stringify({ corpus, tags, ...measure(own, states) }));
  }
}
