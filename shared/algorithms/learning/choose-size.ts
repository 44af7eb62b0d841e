import { PICTURE_SIZES } from '../../domain/automaton.ts';
import type { PolicyReach } from '../../domain/figures.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { selectDialogues } from '../automaton/corpus/select-dialogues.ts';
import { toDrawn } from '../layout/drawn-automaton.ts';
import { layOut } from '../layout/lay-out.ts';
import { LEAST_SCALE, USUAL_STAGE } from '../layout/layered/card-measures.ts';
import { wholeScale } from '../layout/scene/fit.ts';
import { type LearnedOverview, learnOverview } from '../overview/learn-overview.ts';
import { drawnReach } from './held-out-reach.ts';
import { countNotDrawn } from './learn.ts';

export interface SizeFigures {
  readonly states: number;
  readonly named: number;
  readonly reach: PolicyReach;
  /** Share of all turns that the picture skips because their moves are too rare, 0 … 1. */
  readonly rare: number;
  /** Share of all turns in the largest state, 0 … 1. */
  readonly largest: number;
}

export interface ChosenSize {
  readonly states: number;
  readonly heldOut: number;
  readonly learnedFrom: number;
  readonly sizes: readonly SizeFigures[];
}

const CHOSEN = { least: 8, most: 24 };
/** The picture must follow at least this share of the turns that the best picture follows. */
const OF_BEST = 0.8;
const MOST_RARE = 0.14;
/** The largest share of turns in one state; a picture with more hides too many differences. */
const MOST_IN_STATE = 0.3;
/** The number of states if there are too few dialogues to hold some out and measure. */
const WITHOUT_FIGURES = 16;
/** More dialogues would hardly change the size, and every size is learned four times. */
const MOST_DIALOGUES = 4000;

/**
 * Chooses the smallest number of states that follows at least 80 % as many named unseen turns as the best number.
 * Chooses more if too many moves would be too rare, or one state too large; fewer if letters would be too small.
 */
export function chooseSize(
  corpus: SymbolCorpus,
  options: LearnedOverview['options'],
  isHeldOut: (key: string) => boolean,
): ChosenSize {
  const every = Math.ceil(corpus.keys.length / MOST_DIALOGUES);
  const isOut = corpus.keys.map((key, dialogue) => (dialogue % every === 0 ? isHeldOut(key) : null));
  const heldOut = selectDialogues(corpus, (dialogue) => isOut[dialogue] === true);
  const rest = selectDialogues(corpus, (dialogue) => isOut[dialogue] === false);
  const sizes = PICTURE_SIZES.map((states): SizeFigures => {
    const learned = learnOverview(rest, { ...options, states });
    const reach = drawnReach(learned, heldOut);
    const notDrawn = countNotDrawn(learned);
    const named = reach.turns === 0 ? 0 : reach.turnsNamed / reach.turns;
    return {
      states,
      named,
      reach,
      rare: notDrawn.turns / Math.max(1, notDrawn.of),
      largest: learned.report.largestStateShare,
    };
  });
  const best = Math.max(...sizes.map(({ named }) => named));
  const able = sizes.filter(({ states }) => states >= CHOSEN.least && states <= CHOSEN.most);
  const enough = able.find(({ named }) => named >= OF_BEST * best)?.states ?? CHOSEN.most;
  const clear = able.find(
    (one) => one.states >= enough && one.rare <= MOST_RARE && one.largest <= MOST_IN_STATE,
  )?.states;
  let states = best === 0 ? WITHOUT_FIGURES : (clear ?? CHOSEN.most);
  while (states > CHOSEN.least && !isReadable(learnOverview(corpus, { ...options, states }))) states--;
  return { states, heldOut: heldOut.keys.length, learnedFrom: rest.keys.length, sizes };
}

function isReadable({ automaton }: LearnedOverview): boolean {
  const { scene } = layOut(toDrawn(automaton), { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY }, null);
  return wholeScale(scene.bounds, USUAL_STAGE) >= LEAST_SCALE;
}
