/**
 * Measures the time of the paper's learner, and its automaton's memory, by number of dialogues.
 *
 * npx node bench/learn.ts [dialogues …] (default: 1000 8000 15166 50000)
 *
 * SGD with acts as tags from DIALOGRAM_DATA (default ../shared/data); above its size, noisy copies. Medians after a
 * warm-up.
 */

import { cpus } from 'node:os';
import { assembleAutomaton } from '../shared/algorithms/automaton/assemble.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '../shared/algorithms/automaton/learn.ts';
import { acceptedPairs } from '../shared/algorithms/automaton/merging/candidate-pairs.ts';
import { closeUnderDeterminism } from '../shared/algorithms/automaton/merging/strongest-pairs.ts';
import { trackDialogues } from '../shared/algorithms/automaton/reading/visits.ts';
import { sampleSystemTurns } from '../shared/algorithms/automaton/routing/examples.ts';
import { createRouter } from '../shared/algorithms/automaton/routing/route.ts';
import { growPrefixTree } from '../shared/algorithms/automaton/tree/grow-tree.ts';
import { AUTOMATON_ARRAY_NAMES, automatonToParts } from '../shared/algorithms/automaton/written/serialise.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import type { Role } from '../shared/domain/dialogue.ts';
import type { SymbolCorpus, TaggedDialogue } from '../shared/domain/symbols.ts';
import { missingCorpus, readAnnotatedDialogues } from '../tests/fixtures/annotated-corpora.ts';
import { buildSymbolCorpus } from '../tests/fixtures/tagged-dialogues.ts';

const CORPUS = 'sgd';
const NOISE = 0.05;
const SEED = 1;
const RUNS = 5;

function enlarge(dialogues: readonly TaggedDialogue[], size: number): TaggedDialogue[] {
  const random = createRandom(SEED);
  const tags: Record<Role, string[]> = { system: [], user: [] };
  for (const { role, tag } of buildSymbolCorpus(dialogues).symbols) tags[role].push(tag);
  const enlarged = dialogues.slice(0, size);
  while (enlarged.length < size) {
    const { key, turns } = dialogues[enlarged.length % dialogues.length];
    enlarged.push({
      key: `${key} copy ${Math.floor(enlarged.length / dialogues.length)}`,
      turns: turns.map((turn) => ({
        role: turn.role,
        tags: turn.tags.map((tag) => (random.next() < NOISE ? random.pick(tags[turn.role]) : tag)),
      })),
    });
  }
  return enlarged;
}

function learnOnce(corpus: SymbolCorpus) {
  const start = performance.now();
  const tree = growPrefixTree(corpus, DEFAULT_PAPER_OPTIONS).tree;
  const afterTree = performance.now();
  const { accepted } = acceptedPairs(tree, corpus.symbols, DEFAULT_PAPER_OPTIONS.lambda!);
  const afterPairs = performance.now();
  const automaton = assembleAutomaton(tree, corpus.symbols, closeUnderDeterminism(tree, accepted).classOf);
  const afterMerge = performance.now();
  const tracked = trackDialogues(automaton);
  const afterTracking = performance.now();
  for (let state = 0; state < automaton.stateCount; state++) {
    sampleSystemTurns(tracked, corpus, state, { count: 5, seed: SEED });
  }
  return {
    treeMs: afterTree - start,
    pairsMs: afterPairs - afterTree,
    mergeMs: afterMerge - afterPairs,
    learnMs: afterMerge - start,
    trackMs: afterTracking - afterMerge,
    examplesMicroseconds: (1000 * (performance.now() - afterTracking)) / automaton.stateCount,
  };
}

function median(values: readonly number[]): number {
  return Number(values.toSorted((left, right) => left - right)[values.length >> 1].toFixed(2));
}

function measure(dialogues: readonly TaggedDialogue[]) {
  const beforeCorpus = performance.now();
  const corpus = buildSymbolCorpus(dialogues);
  const corpusMs = Number((performance.now() - beforeCorpus).toFixed(2));
  learnOnce(corpus);
  const runs = Array.from({ length: RUNS }, () => learnOnce(corpus));
  const medians = Object.fromEntries(
    Object.keys(runs[0]).map((name) => [name, median(runs.map((run) => run[name as keyof typeof run]))]),
  );
  const { automaton, report } = learnPaperAutomaton(corpus, DEFAULT_PAPER_OPTIONS);
  const { arrays } = automatonToParts(automaton);
  const bytes = AUTOMATON_ARRAY_NAMES.reduce((sum, name) => sum + arrays[name].byteLength, 0);
  const router = createRouter(automaton);
  const beforeRoutes = performance.now();
  for (const { turns } of dialogues) router.route(turns, 'greedy');
  const routeMicroseconds = (1000 * (performance.now() - beforeRoutes)) / dialogues.length;
  return {
    dialogues: dialogues.length,
    turns: corpus.turnRoles.length,
    tags: corpus.symbolIds.length,
    alphabet: corpus.symbols.length,
    corpusMs,
    ...medians,
    routeMicroseconds: Number(routeMicroseconds.toFixed(2)),
    visits: automaton.pathStates.length,
    automatonMb: Number((bytes / 2 ** 20).toFixed(2)),
    ...report,
  };
}

const missing = missingCorpus(CORPUS);
if (missing !== null) {
  console.error(missing);
  process.exit(1);
}
const sizes = process.argv.slice(2).map(Number);
const dialogues = readAnnotatedDialogues(CORPUS);
const results = (sizes.length > 0 ? sizes : [1000, 8000, 15_166, 50_000]).map((size) =>
  measure(enlarge(dialogues, size)),
);
console.log(
  JSON.stringify(
    {
      benchmark: 'learn',
      corpus: CORPUS,
      tags: 'annotations',
      noise: NOISE,
      seed: SEED,
      runs: RUNS,
      options: DEFAULT_PAPER_OPTIONS,
      node: process.version,
      processor: cpus()[0]?.model ?? 'unknown',
      peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
      results,
    },
    null,
    2,
  ),
);
