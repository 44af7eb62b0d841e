import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { makeTemporaryFolder } from '#backend/machine/temporary-folders.ts';
import { outputTarget } from '#backend/output/target.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import type { RetrievalInput } from '../retrieval/figures.ts';
import { measureRetrieval } from '../retrieval/measure-retrieval.ts';
import type { PredictedTurn } from './predict-next-action.ts';
import { readLabelled } from './read-labelled.ts';

const METHOD = 'context-ranker';
const EXAMPLES = 5;

const placeSchema = z.object({ dialogueId: z.string(), turn: z.int() });
const lineSchema = placeSchema.extend({ methods: z.record(z.string(), z.array(placeSchema)) });

interface VoteOptions {
  readonly train: string;
  readonly dialogues: string;
  readonly seed: number;
  readonly signal: AbortSignal;
  onProgress(phase: string): void;
}

/**
 * Predicts without the task: the label of most of the context ranker's five examples; ties go to the better example.
 */
export async function voteOfExamples(options: VoteOptions): Promise<PredictedTurn[]> {
  const { train, dialogues, seed, signal, onProgress } = options;
  const folder = makeTemporaryFolder('votes');
  try {
    const dump = join(folder, 'found.jsonl');
    const input: RetrievalInput = {
      from: { kind: 'files', train, test: dialogues, heldOutShare: 0.1 },
      tagger: 'offline',
      run: null,
      methods: [METHOD],
      examples: EXAMPLES,
      seed,
      limit: null,
      trainLimit: null,
      textOnly: true,
      encoder: null,
    };
    await measureRetrieval(input, {
      signal,
      dump: outputTarget(dump, 'replace', []),
      onProgress: ({ phase }) => onProgress(phase),
    });
    const taught = new Map<string, { label: string; text: string }>();
    for await (const { id, turns, places } of readLabelled(train, signal)) {
      for (const [at, { label, text }] of turns.entries()) {
        if (label !== null) taught.set(keyOf(id, places[at]!), { label, text });
      }
    }
    const scorer = createTextScorer();
    const voted = new Map<string, { predicted: string; answer: string }>();
    const file = await open(dump);
    for await (const line of file.readLines()) {
      const { dialogueId, turn, methods } = lineSchema.parse(JSON.parse(line));
      const examples = (methods[METHOD] ?? []).flatMap(
        (place) => taught.get(keyOf(place.dialogueId, place.turn)) ?? [],
      );
      const votes = new Map<string, string[]>();
      for (const { label, text } of examples) votes.set(label, [...(votes.get(label) ?? []), text]);
      const [won] = [...votes].sort((a, b) => b[1].length - a[1].length);
      if (!won) continue;
      const [predicted, wordings] = won;
      const chosen = scorer.choose(wordings);
      voted.set(keyOf(dialogueId, turn), { predicted, answer: wordings[chosen?.index ?? 0]! });
    }
    const predictions: PredictedTurn[] = [];
    for await (const { id, happy, tasks, turns, places } of readLabelled(dialogues, signal)) {
      for (const [at, { label, text }] of turns.entries()) {
        if (label === null) continue;
        const vote = voted.get(keyOf(id, places[at]!));
        predictions.push({
          dialogue: id,
          turn: places[at]!,
          task: tasks[0] ?? '',
          happy,
          tasks: tasks.length,
          predicted: vote?.predicted ?? null,
          truth: label,
          answer: vote?.answer ?? null,
          said: text,
        });
      }
    }
    return predictions;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const keyOf = (dialogue: string, turn: number): string => `${turn} ${dialogue}`;
