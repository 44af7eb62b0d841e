/** A problem in a Colang text, with line and column from 1. */
export interface ColangProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly nextStep: string;
}
