import { type ShareEstimate, wilsonInterval } from './wilson.ts';

/** One round that a person has checked: what the machine said, and what stands now. */
export interface CheckedRound {
  readonly given: readonly number[];
  readonly corrected: readonly number[];
}

interface TagQuality {
  /** Rounds whose tags were right as they stood: the two sets are equal. */
  readonly rounds: ShareEstimate;
  /** Of the tags the machine gave, those that stand. */
  readonly precision: ShareEstimate;
  /** Of the tags that stand, those the machine had given. */
  readonly recall: ShareEstimate;
}

/** How right a machine's tags were on rounds that a person checked; counts are over all rounds together (micro). */
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
