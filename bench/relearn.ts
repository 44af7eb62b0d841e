/**
 * Measures the time from an edit to the new automaton with its differences, through the backend.
 *
 * npx node bench/relearn.ts [--edits N] (default: 15)
 *
 * SGD with acts as tags from DIALOGRAM_DATA (default ../shared/data). Medians in ms without the first question.
 */

import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { DEFAULT_PAPER_OPTIONS } from '../shared/algorithms/automaton/learn.ts';
import { compareCorpora } from '../shared/algorithms/automaton/tree/corpus-change.ts';
import { growPrefixTree } from '../shared/algorithms/automaton/tree/grow-tree.ts';
import { learnContextAutomaton } from '../shared/algorithms/retrieval/context/context-automaton.ts';
import { withReplies } from '../shared/algorithms/retrieval/retrieval-corpus.ts';
import type { DialogramClient } from '../shared/contract/contract.ts';
import type { RelearnResult } from '../shared/contract/relearning.ts';
import type { TurnId } from '../shared/domain/ids.ts';
import type { TaggedDialogue } from '../shared/domain/symbols.ts';
import { missingCorpus, readAnnotatedDialogues } from '../tests/fixtures/annotated-corpora.ts';
import { corpusPath } from '../tests/fixtures/corpora.ts';
import { buildSymbolCorpus } from '../tests/fixtures/tagged-dialogues.ts';
import { finished, openWorkplace } from './kit/workplace.ts';

const CORPUS = 'sgd';
const ADDED = 'an-added-tag';

const LEARNED = [
  { name: 'tree', learner: 'paper', lambda: null },
  { name: 'context', learner: 'context', lambda: null },
  { name: 'paper', learner: 'paper', lambda: 0.1 },
] as const;

function median(values: readonly number[]): number {
  return Number(values.toSorted((left, right) => left - right)[values.length >> 1].toFixed(1));
}

async function turnsToEdit(client: DialogramClient, count: number): Promise<TurnId[]> {
  const { total } = await client.corpus.dialogues({ limit: 1 });
  const turns: TurnId[] = [];
  for (let edit = 0; edit < count; edit++) {
    const offset = Math.floor(((edit + 0.5) * total) / count);
    const { items } = await client.corpus.dialogues({ offset, limit: 1 });
    const dialogue = await client.corpus.dialogue({ dialogue: items[0].id });
    turns.push(dialogue.turns[edit % dialogue.turns.length].id);
  }
  return turns;
}

async function measure(client: DialogramClient, turns: readonly TurnId[], keep: boolean) {
  const results: RelearnResult[] = [];
  const wholes: number[] = [];
  for (const turn of turns) {
    const started = performance.now();
    await client.tagging.addTag({ turn, tag: ADDED });
    results.push(await client.automata.relearn({ keep }));
    wholes.push(performance.now() - started);
  }
  const [first, ...rest] = results;
  const parts = Object.keys(first.timings) as (keyof RelearnResult['timings'])[];
  for (const _ of turns) await client.tagging.undo();
  return {
    states: first.after.states,
    dialogues: first.after.dialogues,
    firstMs: Number(wholes[0].toFixed(1)),
    editAndAnswerMs: median(wholes.slice(1)),
    slowestMs: Number(Math.max(...wholes.slice(1)).toFixed(1)),
    partsMs: Object.fromEntries(
      parts.map((part) => [part, median(rest.map((result) => result.timings[part]))]),
    ),
  };
}

function measureGrowing(dialogues: readonly TaggedDialogue[]) {
  const middle = dialogues.length >> 1;
  const edited = dialogues.map((dialogue, index) =>
    index !== middle
      ? dialogue
      : {
          ...dialogue,
          turns: dialogue.turns.map((turn, at) =>
            at === 1 ? { ...turn, tags: [...turn.tags, ADDED] } : turn,
          ),
        },
  );
  const before = withReplies(buildSymbolCorpus(dialogues));
  const after = withReplies(buildSymbolCorpus(edited));
  const tree = growPrefixTree(before, DEFAULT_PAPER_OPTIONS);
  const context = learnContextAutomaton(before);
  const timed = (work: () => unknown): number =>
    median(
      Array.from({ length: 9 }, () => {
        const started = performance.now();
        work();
        return performance.now() - started;
      }),
    );
  return {
    treeFromScratchMs: timed(() => growPrefixTree(after, DEFAULT_PAPER_OPTIONS)),
    treeAgainMs: timed(() => growPrefixTree(after, DEFAULT_PAPER_OPTIONS, tree)),
    contextFromScratchMs: timed(() => learnContextAutomaton(after)),
    contextAgainMs: timed(() =>
      learnContextAutomaton(after, undefined, {
        corpus: before,
        automaton: context,
        change: compareCorpora(before, after),
      }),
    ),
  };
}

const missing = missingCorpus(CORPUS);
if (missing !== null) {
  console.error(missing);
  process.exit(1);
}
const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '15' },
  },
});
const growing = measureGrowing(readAnnotatedDialogues(CORPUS));
const { client, close } = openWorkplace();
try {
  await client.projects.create({ path: 'relearn' });
  await finished(client, await client.corpus.import({ paths: [corpusPath(CORPUS)] }));
  await finished(client, await client.tagging.run({ tagger: 'annotations' }));
  const turns = await turnsToEdit(client, Number(values.edits));
  const results: Record<string, unknown> = {};
  for (const { name, learner, lambda } of LEARNED) {
    await finished(client, await client.automata.learn({ learner, lambda }));
    results[name] = {
      looked: await measure(client, turns, false),
      kept: await measure(client, turns, true),
    };
  }
  console.log(
    JSON.stringify(
      {
        benchmark: 'relearn',
        corpus: CORPUS,
        node: process.version,
        processor: cpus()[0]?.model ?? 'unknown',
        edits: turns.length,
        peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
        growing,
        results,
      },
      null,
      2,
    ),
  );
} finally {
  await close();
}
