import { ROLE_NAMES } from '../../domain/dialogue.ts';
import { figureText, formatAmount, formatCount, formatShare } from '../../domain/figure-text.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { createNumbers } from '../numbering/numbers.ts';
import type { measureHeldOutReach } from './held-out-reach.ts';
import { countNotDrawn, countUntagged, type LearnedAutomaton } from './learn.ts';

export interface Advice {
  readonly kind:
    | 'tags-too-fine'
    | 'tags-too-coarse'
    | 'swallowed'
    | 'routes-end-early'
    | 'no-ends'
    | 'untagged'
    | 'not-drawn'
    | 'chance';
  readonly message: string;
  /** `tag`: use another tagger; `teach`: name turns in Teach; `overview`: learn an overview; null if nothing helps. */
  readonly remedy: 'tag' | 'teach' | 'overview' | null;
}

/** Tags are too fine if more than this share of dialogues is unique, and dialogues begin with this many tags. */
const FINE_SHARE = 0.9;
const FINE_TAGS = 40;
const COARSE_SYMBOLS = 4;
const SWALLOWED_SHARE = 0.3;
const EARLY_SHARE = 0.5;
const UNTAGGED_SHARE = 0.3;
const NOT_DRAWN_SHARE = 0.3;

export function adviceOn(
  learned: LearnedAutomaton,
  reach: Pick<ReturnType<typeof measureHeldOutReach>, 'policies' | 'heldOut'>,
): Advice[] {
  const { corpus, report, learner } = learned;
  const advice: Advice[] = [];
  const dialogues = corpus.keys.length;
  const isPicture = learner === 'overview' || learner === 'merging';
  const grain = grainOf(corpus);
  const beyond = isPicture ? reach.policies[0]?.beyondChance : null;
  // A picture of tag families may show an order that the tags themselves hide.
  const hasOrder = beyond?.lower != null && beyond.lower > 0;
  if (!hasOrder && grain.distinct > FINE_SHARE * dialogues && grain.firstTags >= FINE_TAGS) {
    advice.push({
      kind: 'tags-too-fine',
      message: `The tags are too fine for a graph: ${formatCount(grain.distinct)} of ${formatCount(dialogues)} dialogues have a sequence of tags that no other dialogue has. Tag again with fewer, broader tags, such as moves.`,
      remedy: 'tag',
    });
  }
  if (dialogues > 0 && corpus.symbols.length < COARSE_SYMBOLS) {
    advice.push({
      kind: 'tags-too-coarse',
      message: `${corpus.symbols.length === 1 ? 'There is only one tag' : `There are only ${formatCount(corpus.symbols.length)} different tags`}, so most dialogues look alike. Tag again with more tags.`,
      remedy: 'tag',
    });
  }
  if (report.states > 2 && report.largestStateShare > SWALLOWED_SHARE) {
    const share = formatShare(report.largestStateShare, { rough: true });
    advice.push({
      kind: 'swallowed',
      message: `One state contains ${share} of all turns, so the graph shows few differences. ${learner === 'overview' ? 'Show more states, or tag again with finer tags.' : 'Learn an overview from the same tags to see more detail.'}`,
      remedy: learner === 'overview' ? 'tag' : 'overview',
    });
  }
  // Only greedy routes count. Routes in the order of a turn's tags may stop just because of this order.
  const greedy = reach.policies.find(({ policy }) => policy === 'greedy');
  if (greedy && learner === 'paper') {
    const early = (greedy.stopsByTurn[0] ?? 0) + (greedy.stopsByTurn[1] ?? 0);
    if (early > EARLY_SHARE * greedy.routes) {
      advice.push({
        kind: 'routes-end-early',
        message: `This graph is too detailed for new dialogues: ${formatShare(early / greedy.routes, { rough: true })} of unseen dialogues leave it within two turns. An overview of the same tags fits more dialogues.`,
        remedy: 'overview',
      });
    }
  }
  if (
    learned.learner !== 'context' &&
    learned.learner !== 'overview' &&
    dialogues > 0 &&
    learned.automaton.ends.every((count) => count === 0)
  ) {
    advice.push({
      kind: 'no-ends',
      message:
        'The graph has no ends, because no dialogue follows it to the last turn. An overview shows where dialogues end.',
      remedy: 'overview',
    });
  }
  const notDrawn = countNotDrawn(learned);
  if (notDrawn && notDrawn.turns > NOT_DRAWN_SHARE * notDrawn.of) {
    advice.push({
      kind: 'not-drawn',
      message: `${formatShare(notDrawn.turns / notDrawn.of, { rough: true })} of the turns are not on the graph, because their moves are rare. Show more states, or tag again with broader tags.`,
      remedy: 'tag',
    });
  }
  const untagged = countUntagged(corpus);
  if (isPicture && untagged.turns > UNTAGGED_SHARE * untagged.of) {
    advice.push({
      kind: 'untagged',
      message: `${formatShare(untagged.turns / untagged.of, { rough: true })} of the ${untagged.role ? `${ROLE_NAMES[untagged.role]} ` : ''}turns have no move, so the graph says little about them. Naming these turns in Teach helps most.`,
      remedy: 'teach',
    });
  }
  if (beyond?.estimate != null && beyond.lower !== null && beyond.upper !== null && beyond.lower <= 0) {
    const remedy = untagged.turns > 0 ? 'teach' : 'tag';
    advice.push({
      kind: 'chance',
      message: `${describeChance(reach.heldOut, beyond.estimate, beyond.lower, beyond.upper)} ${remedy === 'teach' ? 'Naming the untagged turns in Teach usually helps.' : 'Other tags may give a more reliable graph.'}`,
      remedy,
    });
  }
  return advice;
}

/** `more` is the additional share of turns, with its interval. */
export function describeChance(heldOut: number, more: number, lower: number, upper: number): string {
  const percent = (share: number): string => figureText(100 * share, { digits: 0 });
  const share = percent(Math.abs(more));
  const follows =
    share === '0' ? 'no more turns' : more < 0 ? `${share} % fewer turns` : `only ${share} % more turns`;
  return (
    `This picture may not be reliable. On ${formatAmount(heldOut, 'dialogue')} it has not seen, ` +
    `it follows ${follows} than chance (${percent(lower)} to ${percent(upper)} %).`
  );
}

export const distinctSequences = (corpus: SymbolCorpus): number => grainOf(corpus).distinct;

/** Cached by corpus, because a corpus never changes and every size of the picture needs this. */
const grainOfCorpus = new WeakMap<SymbolCorpus, ReturnType<typeof countGrain>>();

function grainOf(corpus: SymbolCorpus): ReturnType<typeof countGrain> {
  const grain = grainOfCorpus.get(corpus) ?? countGrain(corpus);
  grainOfCorpus.set(corpus, grain);
  return grain;
}

function countGrain({ keys, symbols, turnOffsets, symbolOffsets, symbolIds }: SymbolCorpus) {
  // A sequence is a path from 0, with one step per symbol and one between turns. Each path has a number.
  const paths = createNumbers();
  const steps = symbols.length + 1;
  const sequences = new Set<number>();
  const first = new Set<number>();
  for (let dialogue = 0; dialogue < keys.length; dialogue++) {
    const start = turnOffsets[dialogue];
    let path = 0;
    for (let turn = start; turn < turnOffsets[dialogue + 1]; turn++) {
      if (turn > start) path = 1 + paths.of(path * steps + symbols.length, true);
      for (let row = symbolOffsets[turn]; row < symbolOffsets[turn + 1]; row++) {
        if (turn === start) first.add(symbolIds[row]);
        path = 1 + paths.of(path * steps + symbolIds[row], true);
      }
    }
    sequences.add(path);
  }
  return { distinct: sequences.size, firstTags: first.size };
}
