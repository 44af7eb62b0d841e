import { figureText, formatAmount, formatShare } from '../../domain/figure-text.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { namedShare } from '../overview/learn-overview.ts';
import type { measureHeldOutReach } from './held-out-reach.ts';
import type { LearnedAutomaton } from './learn.ts';

/** What is wrong with a picture, in words, and what would help. */
export interface Advice {
  readonly kind:
    | 'tags-too-fine'
    | 'tags-too-coarse'
    | 'swallowed'
    | 'routes-end-early'
    | 'no-ends'
    | 'unnamed'
    | 'chance';
  readonly message: string;
  /** `tag`: tag by another tagger; `overview`: learn an overview from the same tags; null where neither helps. */
  readonly remedy: 'tag' | 'overview' | null;
}

/** Almost every dialogue is like no other, and the start leads everywhere. */
const FINE_SHARE = 0.9;
const FINE_WAYS = 40;
const COARSE_SYMBOLS = 4;
const SWALLOWED_SHARE = 0.3;
const EARLY_SHARE = 0.5;
const UNNAMED_SHARE = 0.4;

/** What a person should know before showing an automaton to others; empty where nothing is wrong. */
export function adviceOn(
  learned: LearnedAutomaton,
  reach: Pick<ReturnType<typeof measureHeldOutReach>, 'policies' | 'heldOut'>,
): Advice[] {
  const { corpus, report, learner } = learned;
  const advice: Advice[] = [];
  const dialogues = corpus.keys.length;
  const grain = grainOf(corpus);
  const isTooFine = grain.distinct > FINE_SHARE * dialogues && grain.firstWays >= FINE_WAYS;
  if (isTooFine) {
    advice.push({
      kind: 'tags-too-fine',
      message: `${grain.distinct} of ${dialogues} dialogues have tags like no other, and first rounds alone have ${grain.firstWays} different ones: too fine for a picture.`,
      remedy: 'tag',
    });
  }
  if (dialogues > 0 && corpus.symbols.length < COARSE_SYMBOLS) {
    advice.push({
      kind: 'tags-too-coarse',
      message: `There are only ${corpus.symbols.length} different tags, so dialogues can hardly be told apart.`,
      remedy: 'tag',
    });
  }
  if (report.states > 2 && report.largestStateShare > SWALLOWED_SHARE) {
    advice.push({
      kind: 'swallowed',
      message: `One state holds ${formatShare(report.largestStateShare, { rough: true })} of all visits, so the picture tells little apart.`,
      remedy: learner === 'overview' ? 'tag' : 'overview',
    });
  }
  // Taking the tags of a round in the order given stops for their order alone, so the greedy routes are asked.
  const greedy = reach.policies.find(({ policy }) => policy === 'greedy');
  if (greedy && learner === 'paper') {
    const early = (greedy.stopsByRound[0] ?? 0) + (greedy.stopsByRound[1] ?? 0);
    if (early > EARLY_SHARE * greedy.routes) {
      advice.push({
        kind: 'routes-end-early',
        message: `${formatShare(early / greedy.routes, { rough: true })} of dialogues that it has not seen leave the picture in their first two rounds.`,
        remedy: 'overview',
      });
    }
  }
  if (
    learned.learner !== 'context' &&
    dialogues > 0 &&
    learned.automaton.ends.every((count) => count === 0)
  ) {
    advice.push({
      kind: 'no-ends',
      message: 'No dialogue ends in any state: all are cut short on their way, so the picture has no end.',
      remedy: 'overview',
    });
  }
  if (learned.learner === 'overview' || learned.learner === 'merging') {
    const unnamed = 1 - namedShare(learned.automaton);
    if (unnamed > UNNAMED_SHARE) {
      advice.push({
        kind: 'unnamed',
        message: `${formatShare(unnamed, { rough: true })} of the rounds are in states called “other”: their tags are too rare for a picture.`,
        remedy: 'tag',
      });
    }
    const beyond = reach.policies[0]?.beyondChance;
    if (beyond?.estimate != null && beyond.lower !== null && beyond.upper !== null && beyond.lower <= 0) {
      advice.push({
        kind: 'chance',
        message: describeChance(reach.heldOut, beyond.estimate, beyond.lower, beyond.upper),
        remedy: 'tag',
      });
    }
  }
  return advice;
}

/** How far the drawn ways are from shuffled tags. @param more share of rounds; the last two are its interval */
export function describeChance(heldOut: number, more: number, lower: number, upper: number): string {
  const points = (share: number): string => figureText(share, { share: true, digits: 0 });
  return (
    `It is not clear that the order of these tags says much: ${formatAmount(heldOut, 'dialogue')} that it has not seen follow ` +
    `the drawn ways in ${points(Math.abs(more))} rounds of a hundred ${more < 0 ? 'fewer' : 'more'} than shuffled tags would ` +
    `(${points(lower)} to ${points(upper)}).`
  );
}

/** How many different sequences of tags dialogues have. */
export const distinctSequences = (corpus: SymbolCorpus): number => grainOf(corpus).distinct;

/** How many different sequences of tags dialogues have, and with how many different tags they begin. */
function grainOf({ keys, roundOffsets, symbolOffsets, symbolIds }: SymbolCorpus) {
  const sequences = new Set<string>();
  const first = new Set<number>();
  for (let dialogue = 0; dialogue < keys.length; dialogue++) {
    const start = roundOffsets[dialogue];
    const end = roundOffsets[dialogue + 1];
    const rounds: string[] = [];
    for (let round = start; round < end; round++) {
      const own = symbolIds.subarray(symbolOffsets[round], symbolOffsets[round + 1]);
      if (round === start) for (const symbol of own) first.add(symbol);
      rounds.push(own.join(' '));
    }
    sequences.add(rounds.join('/'));
  }
  return { distinct: sequences.size, firstWays: first.size };
}
