import { pairsByTags } from '#shared/algorithms/judging/known-pairs.ts';
import {
  type AnsweredTurn,
  createAnswerScorer,
  type Similarity,
} from '#shared/algorithms/metrics/answer-figures.ts';
import { bertScore, embeddingSimilarity } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { createRandom } from '#shared/algorithms/random/random.ts';
import { TEXT_FIGURES, type TextCheck } from '#shared/contract/batch.ts';
import { dialogueKey } from '#shared/domain/dialogue.ts';
import type { AnswerMeasures } from '#shared/domain/figures.ts';
import type { DialogueId, TurnId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import type { SentenceEncoder } from '../../providers/embeddings/encoder.ts';
import { bundledEncoder } from '../../providers/embeddings/known-encoder.ts';
import type { BatchCellRow, BatchItemRow } from '../../store/comparing/batch-run-table.ts';
import { findDialogue } from '../../store/corpus/dialogue-table.ts';
import { type TurnText, turnReader } from '../../store/corpus/turn-table.ts';
import { openForReading } from '../../store/database.ts';
import { tagNamesFor } from '../../store/runs/tagging-runs.ts';
import { vectorOfTurn } from '../../store/runs/vector-table.ts';
import {
  buildProjectIndex,
  type ChosenEncoders,
  type FoundColumn,
  type IndexTurn,
  type ProjectIndex,
  type ProjectIndexInput,
} from '../comparison/index.ts';
import type { ComparedMethod } from '../retrieval/index.ts';
import type { DrawnItem } from './start-batch.ts';

interface BatchInput extends ProjectIndexInput {
  readonly examples: number;
  readonly seed: number;
  readonly encoders: ChosenEncoders;
  /** The folder with the built-in encoder for BERTScore; null leaves BERTScore out. */
  readonly resources: string | null;
}

export interface LocalColumn {
  readonly index: number;
  readonly method: ComparedMethod;
  readonly answerer: 'consensus' | 'first';
}

interface ItemToAnswer {
  readonly item: BatchItemRow;
  readonly columns: readonly LocalColumn[];
}

/** Shorter replies, such as "You're welcome!", do not show which of two answers is better. */
const LEAST_WORDS = 4;
const MOST_CHECKED = 200;
/** An encoder needs some milliseconds a text, and people wait for the first run. */
const MOST_ENCODED = 50;
/** With fewer pairs, an accuracy says nothing. */
const LEAST_CHECKED = 20;

const NO_EXAMPLE = 'No examples were found.';

export function openBatch(
  { examples, seed, encoders, resources, ...input }: BatchInput,
  report: (phase: string) => void,
) {
  const index = buildProjectIndex(input, report);
  const database = openForReading(input.path);
  const turnsOf = turnReader(database);
  const tagsOf = tagNamesFor(database, input.run);
  const rankingTagsOf = input.ranking && tagNamesFor(database, input.ranking.run);
  const keyOf = (dialogue: DialogueId): string => {
    const found = findDialogue(database, dialogue);
    if (!found) throw new Error(`Dialogue ${dialogue} in the sample no longer exists.`);
    return dialogueKey(found.source, found.externalId);
  };
  const { folder } = encoders;
  /** Sends nothing, because the turns of the project are already encoded. */
  const providerAt = (turn: TurnId) =>
    encoders.provider && {
      ...encoders.provider,
      vector: vectorOfTurn(database, encoders.provider.fingerprint, turn),
    };
  const score = createAnswerScorer();
  const similarityOf = createSimilarity(index);
  const bertScoreOf = createBertScore(resources);

  const measured = async (turns: readonly AnsweredTurn[], isEncoded = true): Promise<AnswerMeasures> =>
    score(turns, {
      embedding: await similarityOf(turns),
      bertScore: isEncoded ? await bertScoreOf(turns) : null,
    });
  const truthOf = (turns: readonly TurnText[], turn: number) => {
    const { text, acts } = required(turns[turn], `turn ${turn}`);
    return { truth: text, truthActs: acts };
  };

  const answerItem = async (
    { item, dialogue, turns: asked }: BatchItemRow,
    columns: readonly LocalColumn[],
  ): Promise<BatchCellRow[]> => {
    const turns = turnsOf(dialogue);
    const history = turns.map(({ id, role, text }) => ({ role, text, tags: tagsOf(id) }));
    const ranking = rankingTagsOf && turns.map(({ id }) => rankingTagsOf(id));
    const key = keyOf(dialogue);
    const methods = [...new Set(columns.map(({ method }) => method))];
    const found: { readonly turn: number; readonly byMethod: FoundColumn[] }[] = [];
    for (const turn of asked) {
      const provider = providerAt(required(turns[turn], `turn ${turn}`).id);
      const before = { history: history.slice(0, turn), rankingTags: ranking?.slice(0, turn) ?? null };
      const query = { ...before, key, methods, folder, provider, examples, seed };
      found.push({ turn, byMethod: await index.answer(query) });
    }
    const cells: BatchCellRow[] = [];
    for (const { index: columnIndex, method, answerer } of columns) {
      const own = found.map(({ turn, byMethod }) => {
        const column = required(byMethod[methods.indexOf(method)], `answer of ${method}`);
        const picked = answerer === 'first' ? (column.candidates[0] ?? null) : column.answer;
        return { ...column, turn, picked };
      });
      const taken = own.map(({ picked }) => picked && turnAt(turnsOf, picked));
      const answers = taken.map((turn) => turn?.text ?? null);
      const measures = await measured(
        asked.map((turn, at) => ({
          ...truthOf(turns, turn),
          answer: answers[at] ?? null,
          answerActs: taken[at]?.acts ?? [],
          examples: {
            acts: (own[at]?.candidates ?? []).map((one) => turnAt(turnsOf, one).acts),
            wanted: examples,
          },
        })),
      );
      const [only, ...more] = own;
      cells.push({
        item,
        columnIndex,
        answers,
        measures,
        examples: {
          found: own.flatMap(({ turn, candidates }) =>
            candidates.map(
              (one) => [turn, one.dialogue, one.turn, Number(one.score.toPrecision(6))] as const,
            ),
          ),
          answers: own.flatMap(({ turn, picked }) =>
            picked ? [[turn, picked.dialogue, picked.turn] as const] : [],
          ),
        },
        route: only?.route && more.length === 0 ? JSON.stringify(only.route.route) : null,
        prompt: null,
        promptVersion: null,
        tokens: null,
        costUsd: 0,
        cached: false,
        latencyMs: own.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
        problem: answers.every((text) => text === null) ? NO_EXAMPLE : null,
      });
    }
    return cells;
  };

  return {
    async answer(items: readonly ItemToAnswer[]): Promise<readonly BatchCellRow[]> {
      const rows: BatchCellRow[] = [];
      for (const { item, columns } of items) rows.push(...(await answerItem(item, columns)));
      return rows;
    },
    score(item: BatchItemRow, answers: readonly (string | null)[]): Promise<AnswerMeasures> {
      const turns = turnsOf(item.dialogue);
      const answered = item.turns.map((turn, at) => ({
        ...truthOf(turns, turn),
        answer: answers[at] ?? null,
        answerActs: null,
        examples: null,
      }));
      return measured(answered);
    },
    /** Finds out how often each figure of the text prefers the better reply. Empty with too few pairs. */
    async check(items: readonly DrawnItem[]): Promise<TextCheck[]> {
      const replies = items.flatMap(({ dialogue, turns: [turn = 0] }) => {
        const { id, text } = required(turnsOf(dialogue)[turn], `turn ${turn}`);
        const tags = tagsOf(id);
        return tags.length > 0 && text.split(/\s+/).length >= LEAST_WORDS ? [{ dialogue, text, tags }] : [];
      });
      const pairs = pairsByTags(replies, MOST_CHECKED, createRandom(seed));
      if (pairs.length < LEAST_CHECKED) return [];
      const checks = TEXT_FIGURES.map((figure) => ({ figure, pairs: 0, right: 0, ties: 0 }));
      for (const [at, { reply, better, worse }] of pairs.entries()) {
        const [good, bad] = await Promise.all(
          [better, worse].map((answer) =>
            measured(
              [{ truth: reply.text, truthActs: null, answer, answerActs: null, examples: null }],
              at < MOST_ENCODED,
            ),
          ),
        );
        for (const check of checks) {
          if ((good?.[check.figure] ?? null) === null) continue;
          const ahead = (good?.[check.figure] ?? 0) - (bad?.[check.figure] ?? 0);
          check.pairs++;
          if (ahead > 0) check.right++;
          else if (ahead === 0) check.ties++;
        }
      }
      return checks.filter(({ pairs: counted }) => counted > 0);
    },
    close: () => void database.close(),
  };
}

function turnAt(
  turnsOf: (dialogue: DialogueId) => readonly TurnText[],
  { dialogue, turn }: IndexTurn,
): TurnText {
  return required(turnsOf(dialogue)[turn], `turn ${turn}`);
}

/** Returns a function that gives the cosine of two answers, each encoded as if it were the last user turn. */
function createSimilarity({ encoded }: ProjectIndex) {
  const { encoder } = encoded;
  const known = new Map<string, Float32Array>();
  const vectorOf = async (text: string): Promise<Float32Array> => {
    let vector = known.get(text);
    if (!vector) {
      vector = await encoder.encode([
        [
          { role: 'system', text, tags: [] },
          { role: 'user', text: '', tags: [] },
        ],
      ]);
      known.set(text, vector);
    }
    return vector;
  };
  return async (turns: readonly AnsweredTurn[]): Promise<Similarity> => {
    for (const { truth, answer } of turns) {
      await vectorOf(truth);
      if (answer !== null) await vectorOf(answer);
    }
    return (answer, truth) =>
      embeddingSimilarity(known.get(answer) as Float32Array, known.get(truth) as Float32Array);
  };
}

/** The vectors of more texts would need too much memory. */
const MOST_TEXTS = 1000;

/** Returns a function that gives BERTScore by the built-in encoder, and null without one. */
function createBertScore(resources: string | null) {
  const encoder = resources === null ? null : bundledEncoder(resources);
  const known = new Map<string, readonly Float32Array[]>();
  const encode = async ({ encodeTokens }: SentenceEncoder, texts: readonly string[]): Promise<void> => {
    if (known.size > MOST_TEXTS) known.clear();
    for (const text of texts) if (!known.has(text)) known.set(text, (await encodeTokens?.(text)) ?? []);
  };
  let loaded: Promise<SentenceEncoder> | null = null;
  /** The model works on one text at a time, but answers of a model are scored as they come. */
  let last: Promise<unknown> = Promise.resolve();
  return async (turns: readonly AnsweredTurn[]): Promise<Similarity | null> => {
    if (!encoder) return null;
    const texts = turns.flatMap(({ truth, answer }) => (answer === null ? [] : [truth, answer]));
    const vectors = last.then(async () => {
      loaded ??= encoder.load();
      await encode(await loaded, texts);
      return new Map(texts.map((text) => [text, known.get(text) ?? []]));
    });
    last = vectors.catch(() => {});
    const own = await vectors;
    return (answer, truth) => bertScore(own.get(answer) ?? [], own.get(truth) ?? []);
  };
}
