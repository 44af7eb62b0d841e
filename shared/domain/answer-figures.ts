/** What is measured of a column of answers, each with its interval. */
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
