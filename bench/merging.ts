/**
 * Measures merging policies: states, named turns, held-out turns followed, and the increase over shuffled symbols.
 *
 * npx node bench/merging.ts [corpora …] (default: multiwoz star sgd)
 *
 * npx node bench/merging.ts --tags FILE.jsonl uses tags written by the command `tags`
 *
 * npx node bench/merging.ts --noise uses SGD copied to 50,000 dialogues, with 5 % other symbols
 *
 * Annotations are from DIALOGRAM_DATA (default ../shared/data), also by act alone; a fifth is held out.
 */

import { readFileSync } from 'node:fs';
import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/learn.ts';
import { measureHeldOutReach } from '../shared/algorithms/learning/held-out-reach.ts';
import { namedTurns } from '../shared/algorithms/learning/setting-figures.ts';
import { learnMerging, type MergingLearnOptions } from '../shared/algorithms/merging/learn-merging.ts';
import { createRandom } from '../shared/algorithms/random/random.ts';
import type { TaggedDialogue } from '../shared/domain/symbols.ts';
import { missingCorpus, readAnnotatedDialogues } from '../tests/fixtures/annotated-corpora.ts';
import { buildSymbolCorpus } from '../tests/fixtures/tagged-dialogues.ts';

const POLICIES: readonly Partial<MergingLearnOptions>[] = [
  { policy: 'phi', states: 60 },
  { policy: 'alergia', states: 40 },
  { policy: 'alergia', states: 60 },
  { policy: 'k-tails', states: 60 },
];

const actsOnly = (dialogues: readonly TaggedDialogue[]): TaggedDialogue[] =>
  dialogues.map(({ key, turns }) => ({
    key,
    turns: turns.map(({ role, tags }) => ({
      role,
      tags: [...new Set(tags.map((tag) => tag.split('-')[0] ?? tag))],
    })),
  }));

function measure(dialogues: readonly TaggedDialogue[], own: Partial<MergingLearnOptions>) {
  const corpus = buildSymbolCorpus(dialogues);
  const started = performance.now();
  const learned = learnMerging(corpus, { ...DEFAULT_PAPER_OPTIONS, ...own });
  const milliseconds = performance.now() - started;
  const { automaton, report } = learned;
  return {
    ...own,
    dialogues: dialogues.length,
    treeStates: report.statesBeforeMerging,
    states: report.states,
    mainTransitions: automaton.main?.reduce((sum, isMain) => sum + isMain, 0),
    transitions: report.transitions,
    largest: report.largestStateShare,
    named: namedTurns(learned.automaton, learned.corpus),
    milliseconds,
    learned,
  };
}

function print(row: object, { learned, ...measured }: ReturnType<typeof measure>): void {
  let at = 0;
  const { policies } = measureHeldOutReach(learned, () => at++ % 5 === 0);
  const { shareOfTurns, beyondChance } = policies[0]!;
  console.log(JSON.stringify({ ...row, ...measured, followed: shareOfTurns, beyondChance }));
}

const NOISE = 0.05;
const COPIED_TO = 50_000;

function copied(dialogues: readonly TaggedDialogue[], noise: number): TaggedDialogue[] {
  const random = createRandom(1);
  const ofRole = { user: [] as (readonly string[])[], system: [] as (readonly string[])[] };
  for (const { turns } of dialogues) for (const { role, tags } of turns) ofRole[role].push(tags);
  return Array.from({ length: COPIED_TO }, (_, at) => ({
    key: String(at),
    turns: dialogues[at % dialogues.length]!.turns.map(({ role, tags }) => ({
      role,
      tags: random.next() < noise ? ofRole[role][random.integer(ofRole[role].length)]! : tags,
    })),
  }));
}

const asked = process.argv.slice(2);
if (asked.includes('--noise')) {
  const dialogues = readAnnotatedDialogues('sgd');
  for (const [tags, own] of [
    ['annotations', dialogues],
    ['acts alone', actsOnly(dialogues)],
  ] as const) {
    for (const policy of POLICIES.slice(1)) {
      for (const noise of [0, NOISE]) {
        const { learned: _, ...row } = measure(copied(own, noise), policy);
        console.log(JSON.stringify({ corpus: 'sgd', tags, noise, ...row }));
      }
    }
  }
} else if (asked[0] === '--tags') {
  const dialogues = new Map<string, TaggedDialogue['turns'][number][]>();
  for (const line of readFileSync(asked[1]!, 'utf8').split('\n')) {
    if (line === '') continue;
    const { dialogueId, role, moves } = JSON.parse(line);
    const turns = dialogues.get(dialogueId) ?? [];
    turns.push({ role, tags: moves.map(({ name }: { name: string }) => name) });
    dialogues.set(dialogueId, turns);
  }
  const own = [...dialogues].map(([key, turns]) => ({ key, turns }));
  for (const policy of POLICIES) print({ corpus: asked[1] }, measure(own, policy));
} else {
  for (const corpus of asked.length > 0 ? asked : ['multiwoz', 'star', 'sgd']) {
    const missing = missingCorpus(corpus);
    if (missing !== null) throw new Error(missing);
    const dialogues = readAnnotatedDialogues(corpus);
    for (const [tags, own] of [
      ['annotations', dialogues],
      ['acts alone', actsOnly(dialogues)],
    ] as const) {
      for (const policy of POLICIES) print({ corpus, tags }, measure(own, policy));
    }
  }
}
