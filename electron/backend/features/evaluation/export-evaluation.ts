import { basename } from 'node:path';
import type { EvaluationResult } from '#shared/contract/evaluation.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeWhole } from '../../output/write-whole.ts';
import { figuresAsCsv } from './figures-csv.ts';

/** Writes an evaluation's figures. Nothing of a single dialogue is in them, and of files only their names. */
export function exportEvaluation(
  result: EvaluationResult,
  to: 'csv' | 'json',
  target: OutputTarget,
): { path: string; bytes: number } {
  return writeWhole(
    target,
    to === 'csv' ? figuresAsCsv(result) : `${JSON.stringify(named(result), null, 1)}\n`,
  );
}

function named(result: EvaluationResult): EvaluationResult {
  const { from } = result.settings;
  if (from.kind === 'project') return result;
  const test = from.test === null ? null : basename(from.test);
  return {
    ...result,
    settings: { ...result.settings, from: { ...from, train: basename(from.train), test } },
  };
}
