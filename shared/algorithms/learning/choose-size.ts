import { toDrawn } from '../layout/drawn-automaton.ts';
import { layOut } from '../layout/lay-out.ts';
import { USUAL_STAGE } from '../layout/layered/cards.ts';
import { leastFontAt } from '../layout/scene/fit.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { selectDialogues } from '../automaton/corpus/select-dialogues.ts';
import { learnOverview, type LearnedOverview } from '../overview/learn-overview.ts';
import { drawnReach, type PolicyReach } from './held-out-reach.ts';

/** A picture of one size, and how much of unseen dialogues it follows. */
export interface SizeFigures {
  readonly states: number;
  /** Share of the turns of unseen dialogues that take a drawn transition to a state with a name, 0 … 1. */
  readonly named: number;
  readonly reach: PolicyReach;
}

export interface ChosenSize {
  /** The most states of the picture that was chosen. */
  readonly states: number;
  readonly heldOut: number;
  readonly learnedFrom: number;
  /** Ascending. */
  readonly sizes: readonly SizeFigures[];
}

/** The sizes that a picture can be given; those from 8 to 24 can be chosen from the data. */
const SIZES: readonly number[] = [6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 28, 32, 36, 40];
const CHOSEN = { least: 8, most: 24 };
/** The picture follows this share of what the best one follows. */
const OF_BEST = 0.8;
/** Where nothing is held out, nothing says which size is best. */
const WITHOUT_FIGURES = 16;
/** More dialogues say no more about the size, and every size is learned four times. */
const MOST_DIALOGUES = 4000;
/** Px that the smallest letters have there. */
export const LEAST_FONT_PX = 10;

/**
 * Chooses the number of states of an overview: the smallest picture that follows at least 80 % of the turns of unseen
 * dialogues that the best one follows, counting only turns that the picture has a name for; fewer where its letters would
 * be too small to read.
 */
export function chooseSize(
  corpus: SymbolCorpus,
  options: LearnedOverview['options'],
  isHeldOut: (key: string) => boolean,
): ChosenSize {
  const every = Math.ceil(corpus.keys.length / MOST_DIALOGUES);
  const isOut = corpus.keys.map(isHeldOut);
  const heldOut = selectDialogues(corpus, (dialogue) => dialogue % every === 0 && isOut[dialogue]);
  const rest = selectDialogues(corpus, (dialogue) => dialogue % every === 0 && !isOut[dialogue]);
  const sizes = SIZES.map((states): SizeFigures => {
    const reach = drawnReach(learnOverview(rest, { ...options, states }), heldOut);
    return { states, named: reach.rounds === 0 ? 0 : reach.roundsNamed / reach.rounds, reach };
  });
  const best = Math.max(...sizes.map(({ named }) => named));
  const able = sizes.filter(({ states }) => states >= CHOSEN.least && states <= CHOSEN.most);
  const enough = able.find(({ named }) => named >= OF_BEST * best)?.states ?? CHOSEN.most;
  let states = best === 0 ? WITHOUT_FIGURES : enough;
  while (states > CHOSEN.least && !isReadable(learnOverview(corpus, { ...options, states }))) states--;
  return { states, heldOut: heldOut.keys.length, learnedFrom: rest.keys.length, sizes };
}

/** True where all letters of the picture are large enough when it is fitted into the usual window. */
function isReadable({ automaton }: LearnedOverview): boolean {
  const { scene } = layOut(toDrawn(automaton), { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null);
  return leastFontAt(scene, USUAL_STAGE) >= LEAST_FONT_PX;
}
