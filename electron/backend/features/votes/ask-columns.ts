import { actF1 } from '#shared/algorithms/metrics/retrieval/act-f1.ts';
import { createTextScorer } from '#shared/algorithms/metrics/text/text-scorer.ts';
import type { AnswerSettings } from '#shared/contract/generation.ts';
import type { AgentSpec } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import type { Project } from '../../project.ts';
import type { StoredAnswer } from '../../store/comparing/vote-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import { type Answered, openAnswering } from '../generation/index.ts';

interface AskedTurn {
  readonly run: RunId;
  readonly dialogue: DialogueId;
  /** Null for a whole dialogue. */
  readonly round: number | null;
}

export interface AskedAnswer extends StoredAnswer {
  /** Dialogues whose words may be in the answer. */
  readonly from: readonly DialogueId[];
  /** The fault of a model's server; null if it answered, or was not asked. */
  readonly fault: string | null;
}

/** Returns the answers of columns to one turn or dialogue, all at once, as a comparison would show them. */
export async function askColumns(
  project: Project,
  { run, dialogue, round }: AskedTurn,
  columns: readonly AgentSpec[],
  settings: AnswerSettings,
  signal: AbortSignal,
): Promise<AskedAnswer[]> {
  const answering = await openAnswering(project, run, settings);
  const ask = await answering.at(dialogue, round, columns);
  return Promise.all(
    columns.map(async (column) => {
      const answered = await ask(column, { signal });
      const { key, turns, tokens, costUsd, latencyMs, problem } = answered.answer;
      return {
        key,
        column,
        turns,
        measures: round === null ? null : measuresOf(project, answered, dialogue, round),
        tokens,
        costUsd,
        latencyMs,
        from: sourcesOf(answered),
        fault: answered.failed ? problem : null,
      };
    }),
  );
}

/** Returns the source dialogues: all examples of a model's answer, or the one turn of an answer without a model. */
function sourcesOf({ answer, found }: Answered): DialogueId[] {
  return [...found.values()].flatMap((one) => {
    const shown = answer.column.answerer?.kind === 'consensus' ? [one.answer] : one.candidates;
    return shown.flatMap((turn) => (turn ? [turn.dialogue] : []));
  });
}

/** Returns the similarity of the answer to the true turn; acts are known only for a retrieved turn. */
function measuresOf(
  project: Project,
  { answer, found }: Answered,
  dialogue: DialogueId,
  round: number,
): StoredAnswer['measures'] {
  const text = answer.turns[0]?.text;
  if (text == null) return null;
  const roundsOf = roundReader(project.database);
  const truth = known(roundsOf(dialogue)[round], `turn ${round}`);
  const scorer = createTextScorer();
  const one = found.get(round);
  const kind = answer.column.answerer?.kind;
  const turn = kind === 'consensus' ? one?.answer : kind === 'first' ? one?.candidates[0] : null;
  const acts = turn ? (roundsOf(turn.dialogue)[turn.round]?.acts ?? []) : null;
  return {
    actF1: acts && truth.acts && truth.acts.length > 0 ? actF1(acts, truth.acts) : null,
    rougeL: scorer.rougeL(text, truth.text),
    bleu: scorer.sentenceBleu(text, truth.text),
  };
}
