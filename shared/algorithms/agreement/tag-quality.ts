import { type ShareEstimate, wilsonInterval } from './wilson.ts';

/** One turn that a person checked: the machine's tags and the corrected tags. */
export interface CheckedRound {
  readonly given: readonly number[];
  readonly corrected: readonly number[];
}

interface TagQuality {
  /** Turns whose tags were right: the two sets are equal. */
  readonly rounds: ShareEstimate;
  /** Share of the machine's tags that are kept. */
  readonly precision: ShareEstimate;
  /** Share of the corrected tags that the machine had found. */
  readonly recall: ShareEstimate;
}

/** Returns the accuracy of a machine's tags on turns that a person checked; counts are over all turns together (micro). */
export function tagQuality(rounds: readonly CheckedRound[]): TagQuality {
  let right = 0;
  let given = 0;
  let corrected = 0;
  let kept = 0;
  for (const round of rounds) {
    const machine = new Set(round.given);
    const person = new Set(round.corrected);
    let both = 0;
    for (const tag of machine) if (person.has(tag)) both++;
    given += machine.size;
    corrected += person.size;
    kept += both;
    if (both === machine.size && both === person.size) right++;
  }
  return {
    rounds: wilsonInterval(right, rounds.length),
    precision: wilsonInterval(kept, given),
    recall: wilsonInterval(kept, corrected),
  };
}
