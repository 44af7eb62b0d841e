import type { ModelFault } from '../model/model.ts';

type StopCode = 'budget' | 'provider' | 'elsewhere';

/** Thrown if the budget is reached or all further requests would fail for the same reason. */
export class AskingStopped extends Error {
  readonly code: StopCode;
  readonly fault: ModelFault | null;

  constructor(code: StopCode, message: string, fault: ModelFault | null = null) {
    super(message, { cause: fault ?? undefined });
    this.name = 'AskingStopped';
    this.code = code;
    this.fault = fault;
  }
}

/** After this many refusals in a row without any answer, a single request cannot be the cause. */
const REFUSED_IN_A_ROW = 3;
/** After this many failures in a row, the server counts as unreachable. */
const GIVEN_UP_IN_A_ROW = 8;

/**
 * Gives up at once if a key or a model is missing, and after a few requests if the server always refuses or never
 * answers.
 */
export function createStopRule(answeredBefore: boolean) {
  let answered = answeredBefore;
  let refused = 0;
  let givenUp = 0;
  return {
    answered(): void {
      answered = true;
      refused = 0;
      givenUp = 0;
    },
    /** @param final true if this request gets no further attempt */
    failed(fault: ModelFault, final: boolean): AskingStopped | null {
      if (fault.kind === 'unauthorised' || fault.kind === 'not-found') {
        return new AskingStopped('provider', fault.message, fault);
      }
      // If one request is too long, others may still fit.
      if (!final || fault.room) return null;
      if (fault.kind === 'bad-request') {
        refused++;
        if (!answered && refused >= REFUSED_IN_A_ROW)
          return new AskingStopped('provider', fault.message, fault);
      } else {
        givenUp++;
        if (givenUp >= GIVEN_UP_IN_A_ROW) return new AskingStopped('provider', fault.message, fault);
      }
      return null;
    },
  };
}
