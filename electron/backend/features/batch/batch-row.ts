import type { BatchRow } from '#shared/contract/batch.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { agentKey } from '#shared/domain/agent.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { findCell, itemsOf } from '../../store/comparing/batch-run-table.ts';
import { externalIdReader } from '../../store/corpus/dialogue-table.ts';
import { roundReader } from '../../store/corpus/round-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { headReader, indexOfColumn, measuresOf } from './batch-rows.ts';
import { batchRuns } from './batch-runs.ts';

/**
 * One answer with everything that led to it, as it was at that time.
 * @throws DialogramError NOT_FOUND
 */
export function readBatchRow(
  database: ReadDatabase,
  { run, item: at, column: key }: { readonly run: RunId; readonly item: number; readonly column: string },
): BatchRow {
  const { columns } = batchRuns.require(database, run).params;
  const index = indexOfColumn(columns, key);
  const [item] = itemsOf(database, run, [at]);
  const cell = item && findCell(database, run, at, index);
  if (!item || !cell) {
    throw new DialogramError('NOT_FOUND', `Row ${at} of batch run ${run} has no answer in this column yet.`, {
      value: String(at),
      nextStep: 'Wait until the run gets there, or continue it.',
    });
  }
  const roundsOf = roundReader(database);
  const led = cell.route === null ? null : JSON.parse(cell.route);
  const externalIdOf = externalIdReader(database);
  const placed = (dialogue: DialogueId, round: number) => ({
    dialogue,
    externalId: externalIdOf(dialogue),
    round,
  });
  return {
    ...headReader(database)(item, true),
    key: agentKey(known(columns[index], `column ${index}`)),
    answers: item.rounds.map((round, turn) => ({
      round,
      text: cell.answers[turn] ?? null,
      truth: item.truths[turn] ?? '',
    })),
    measures: measuresOf(cell.measures),
    examples: cell.examples.found.map(([asked, dialogue, round, score]) => {
      const rounds = roundsOf(dialogue);
      return {
        for: asked,
        ...placed(dialogue, round),
        userText: rounds[round - 1]?.text ?? '',
        text: known(rounds[round], `turn ${round}`).text,
        score,
      };
    }),
    answeredFrom: cell.examples.answers.map(([asked, dialogue, round]) => ({
      for: asked,
      ...placed(dialogue, round),
    })),
    route: led?.grounds ? null : led,
    grounds: led?.grounds ?? null,
    prompt: cell.prompt === null ? null : JSON.parse(cell.prompt),
    promptVersion: cell.promptVersion,
    tokens: cell.tokens,
    costUsd: cell.costUsd,
    cached: cell.cached,
    latencyMs: cell.latencyMs,
    problem: cell.problem,
  };
}
