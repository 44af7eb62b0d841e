/** The figures measured for a column of answers, each with its interval. */
export const FIGURES = [
  'corpusBleu',
  'bleu',
  'rouge1',
  'rouge2',
  'rougeL',
  'actF1',
  'embedding',
  'words',
  'characters',
  'latencyMs',
  'costUsd',
  'failures',
] as const;
export type Figure = (typeof FIGURES)[number];

/** An interval of a difference that leaves 0 out: more than chance by this sample. */
export function isClear({
  lower,
  upper,
}: {
  readonly lower: number | null;
  readonly upper: number | null;
}): boolean {
  return lower !== null && upper !== null && (lower > 0 || upper < 0);
}
