import { createHash } from 'node:crypto';
import { actF1 } from '#shared/algorithms/metrics/act-f1.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import { pairDraws } from '#shared/algorithms/preference/votes.ts';
import type { InputOf } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { AnswerSettings, AnswerUnit } from '#shared/contract/generation.ts';
import type { votesContract } from '#shared/contract/votes.ts';
import { type AgentSpec, agentKey } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { required } from '#shared/domain/required.ts';
import { type Project, projectService } from '../../project.ts';
import {
  hasVoted,
  insertPair,
  nextPosition,
  openPairs,
  type PairRow,
  type PairState,
  type StoredAnswer,
} from '../../store/comparing/vote-table.ts';
import { turnReader } from '../../store/corpus/turn-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { dialoguesToAsk } from '../comparison/index.ts';
import { type AnswerWithExamples, openAnswering } from '../generation/index.ts';
import { headOf } from '../retrieval/index.ts';

interface AskedTurn {
  readonly run: RunId;
  readonly dialogue: DialogueId;
  /** Null for a whole dialogue. */
  readonly turn: number | null;
}

export interface AskedAnswer extends StoredAnswer {
  readonly from: readonly DialogueId[];
  readonly fault: string | null;
}

export async function askColumns(
  project: Project,
  { run, dialogue, turn }: AskedTurn,
  columns: readonly AgentSpec[],
  settings: AnswerSettings,
  signal: AbortSignal,
): Promise<AskedAnswer[]> {
  const { tagger } = requireTaggingRun(project.database, run);
  const answering = await openAnswering(project, run, settings);
  const ask = await answering.at(dialogue, turn, columns);
  return Promise.all(
    columns.map(async (column) => {
      const answered = await ask(column, { signal });
      const { key, turns, tokens, costUsd, latencyMs, problem } = answered.answer;
      return {
        key,
        column,
        turns,
        usesLabels: headOf(column, tagger).usesLabels,
        measures: turn === null ? null : measuresOf(project, answered, dialogue, turn),
        tokens,
        costUsd,
        latencyMs,
        from: sourcesOf(answered),
        fault: answered.failed ? problem : null,
      };
    }),
  );
}

/** Returns all examples behind a model's answer, otherwise the dialogue that the answer was copied from. */
function sourcesOf({ answer, found }: AnswerWithExamples): DialogueId[] {
  return [...found.values()].flatMap((one) => {
    const shown = answer.column.answerer?.kind === 'consensus' ? [one.answer] : one.candidates;
    return shown.flatMap((turn) => (turn ? [turn.dialogue] : []));
  });
}

function measuresOf(
  project: Project,
  { answer, found }: AnswerWithExamples,
  dialogue: DialogueId,
  turn: number,
): StoredAnswer['measures'] {
  const text = answer.turns[0]?.text;
  if (text == null) return null;
  const turnsOf = turnReader(project.database);
  const truth = required(turnsOf(dialogue)[turn], `turn ${turn}`);
  const scorer = createTextScorer();
  const one = found.get(turn);
  const kind = answer.column.answerer?.kind;
  const source = kind === 'consensus' ? one?.answer : kind === 'first' ? one?.candidates[0] : null;
  const acts = source ? (turnsOf(source.dialogue)[source.turn]?.acts ?? []) : null;
  return {
    actF1: acts && truth.acts && truth.acts.length > 0 ? actF1(acts, truth.acts) : null,
    rougeL: scorer.rougeL(text, truth.text),
    bleu: scorer.sentenceBleu(text, truth.text),
  };
}

type SeriesInput = Omit<InputOf<(typeof votesContract)['prepare']>, 'open'>;

interface Series extends SeriesInput {
  readonly run: RunId;
  /** A hash of columns and settings. Neither the order of the columns nor later changes of tags matter. */
  readonly id: string;
}

export function seriesOf(project: Project, input: SeriesInput): Series {
  const columns = [...input.columns].sort((left, right) => (agentKey(left) < agentKey(right) ? -1 : 1));
  const keys = columns.map(agentKey);
  requireDistinct(keys);
  const run = requireTaggingRun(project.database, input.run).id;
  const { settings, seed, heldOut } = input;
  const id = createHash('sha256')
    .update(JSON.stringify([keys, settings, seed, heldOut]))
    .digest('hex')
    .slice(0, 24);
  return { id, run, columns, settings, seed, heldOut };
}

/** The latest draw of each series. Draws run one after another, so that no pair is drawn twice. */
const latestDraws = projectService(() => new Map<string, Promise<unknown>>());

function afterOtherDraws<Value>(
  project: Project,
  series: string,
  draw: () => Promise<Value>,
): Promise<Value> {
  const draws = project.use(latestDraws);
  const before = draws.get(series) ?? Promise.resolve();
  const own = before.then(draw, draw);
  draws.set(series, own);
  return own;
}

/**
 * Draws pairs until `wanted` are open. Skips pairs that the author voted on in another series, because those votes
 * would count twice.
 * @returns the open pairs, in the order in which to show them
 * @throws DialogramError PROVIDER_FAILED if a model's server does not answer; the pair is drawn again later
 */
export async function drawPairs(
  project: Project,
  series: Series,
  author: string,
  wanted: number,
  signal: AbortSignal,
): Promise<PairRow[]> {
  const { database } = project;
  const { id, run, columns, settings, seed, heldOut } = series;
  const items = await askableItems(database, settings.unit, heldOut, signal);
  if (items.length === 0) throw noTurns(heldOut);
  const draw = pairDraws(items.length, columns.length, seed);
  const isEnough = (): boolean => openPairs(database, id).length >= wanted;
  /** Returns false when the series has enough open pairs, or no more to draw. */
  const drawOne = async (): Promise<boolean> => {
    if (isEnough()) return false;
    signal.throwIfAborted();
    for (let position = nextPosition(database, id); ; position++) {
      const drawn = draw(position);
      if (drawn === null) return false;
      const { dialogue, turn } = required(items[drawn.item], `item ${drawn.item}`);
      const asked = [columns[drawn.a]!, columns[drawn.b]!];
      if (hasVoted(database, { dialogue, turn, settings, columns: asked.map(agentKey), author })) continue;
      const answers = await askColumns(project, { run, dialogue, turn }, asked, settings, signal);
      const [a, b] = [answers[0]!, answers[1]!];
      const fault = [a, b].find((answer) => answer.fault !== null && isSilent(answer))?.fault;
      if (fault) throw noAnswer(fault);
      const pair = { series: id, position, unit: settings.unit, dialogue, turn, seed, settings };
      insertPair(database, { ...pair, a: stored(a), b: stored(b), state: stateOf(a, b) }, [
        ...a.from,
        ...b.from,
      ]);
      return true;
    }
  };
  // A pair that is ready does not wait for a model that writes the answers of a later one.
  while (!isEnough() && (await afterOtherDraws(project, id, drawOne)));
  return openPairs(database, id);
}

/** @throws INVALID if two columns are equal, because a vote on them would be meaningless */
function requireDistinct(keys: readonly string[]): void {
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice === undefined) return;
  throw new DialogramError('INVALID', 'Two columns are the same.', {
    value: twice,
    nextStep: 'Remove one of the two.',
  });
}

/** Returns turns that answer a customer, or their dialogues. The order of import does not matter. */
async function askableItems(
  database: ReadDatabase,
  unit: AnswerUnit,
  heldOut: boolean,
  signal: AbortSignal,
): Promise<{ readonly dialogue: DialogueId; readonly turn: number | null }[]> {
  const dialogues = await dialoguesToAsk(database, heldOut, signal);
  if (unit === 'next-turn') return dialogues.flat();
  return dialogues.flatMap(([first]) => (first ? { dialogue: first.dialogue, turn: null } : []));
}

const stored = ({ from, fault, ...answer }: AskedAnswer): StoredAnswer => answer;

const words = ({ turns }: AskedAnswer): string =>
  JSON.stringify(turns.map(({ text }) => text?.replace(/\s+/gu, ' ').trim() ?? null));

const isSilent = ({ turns }: AskedAnswer): boolean => turns.every(({ text }) => text === null);

function stateOf(a: AskedAnswer, b: AskedAnswer): PairState {
  if (isSilent(a) || isSilent(b)) return 'unanswered';
  return words(a) === words(b) ? 'same' : 'open';
}

function noAnswer(fault: string): DialogramError {
  return new DialogramError('PROVIDER_FAILED', fault, {
    nextStep: 'Try again once the server works, or vote on columns without a model.',
  });
}

function noTurns(heldOut: boolean): DialogramError {
  return new DialogramError(
    'NOT_FOUND',
    heldOut
      ? 'This project has too few dialogues to keep any turn for testing.'
      : 'No training dialogue has an agent turn that answers a customer.',
    {
      nextStep: heldOut ? 'Vote on training dialogues too, or import more dialogues.' : 'Import dialogues.',
    },
  );
}
