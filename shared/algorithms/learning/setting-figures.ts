import type { Automaton } from '../../domain/automaton.ts';
import { ROLES } from '../../domain/dialogue.ts';
import type { Estimate, SettingFigures } from '../../domain/figures.ts';
import type { SymbolCorpus } from '../../domain/symbols.ts';
import { selectDialogues } from '../automaton/corpus/select-dialogues.ts';
import { createRouter } from '../automaton/routing/route.ts';
import { bootstrap } from '../metrics/bootstrap.ts';
import { isUnnamed } from '../overview/one-symbol.ts';
import { createRandom, type Random } from '../random/random.ts';
import { distinctSequences } from './advice.ts';
import { measureHeldOutReach, turnsOfDialogues } from './held-out-reach.ts';
import { type LearnedAutomaton, learn } from './learn.ts';

const SHUFFLE_SEED = 1;
const SHUFFLES = 3;
const RESAMPLES = 200;

/** Learns the automaton several more times, without held-out dialogues and from shuffled tags. */
export function settingFigures(
  learned: LearnedAutomaton,
  isHeldOut: (key: string) => boolean,
): SettingFigures & { readonly heldOut: number } {
  const { report, corpus } = learned;
  const { policies, heldOut, rest } = measureHeldOutReach(learned, isHeldOut);
  const shown = policies.find(({ policy }) => policy === 'greedy') ?? policies[0]!;
  const measured = { followed: shown.shareOfTurns, beyondChance: shown.beyondChance ?? UNKNOWN };
  const figures = {
    states: report.states,
    transitions: report.transitions,
    largest: report.largestStateShare,
    heldOut,
  };
  if (learned.learner === 'context' || rest.learner === 'context') {
    return {
      ...figures,
      named: null,
      sequences: distinctSequences(corpus),
      followed: measured.followed,
      beyondChance: contextBeyondChance(learned, isHeldOut, measured.followed),
    };
  }
  return {
    ...figures,
    ...measured,
    named: namedTurns(learned.automaton, corpus),
    sequences: distinctPaths(learned.automaton),
    ...(shown.beyondChance === null && {
      beyondChance: routedBeyondChance(learned, rest.automaton, isHeldOut),
    }),
  };
}

const UNKNOWN: Estimate = { estimate: null, lower: null, upper: null };

function contextBeyondChance(
  learned: LearnedAutomaton,
  isHeldOut: (key: string) => boolean,
  followed: number,
): Estimate {
  const random = createRandom(SHUFFLE_SEED);
  const chances = Array.from({ length: SHUFFLES }, () => {
    const { policies } = measureHeldOutReach(
      { ...learned, corpus: withShuffledTurns(learned.corpus, random) } as LearnedAutomaton,
      isHeldOut,
    );
    return policies[0]!.shareOfTurns;
  });
  return { ...UNKNOWN, estimate: followed - chances.reduce((sum, one) => sum + one, 0) / SHUFFLES };
}

/** Measures dialogues that are routed turn by turn, by greedy routing. */
function routedBeyondChance(
  { learner, corpus, options }: LearnedAutomaton,
  rest: Automaton,
  isHeldOut: (key: string) => boolean,
): Estimate {
  const isOut = corpus.keys.map(isHeldOut);
  const random = createRandom(SHUFFLE_SEED);
  const own = selectDialogues(corpus, (dialogue) => isOut[dialogue]!);
  const followed = followedOf(rest, own);
  const chances = Array.from({ length: SHUFFLES }, () => {
    const mixed = withShuffledTurns(corpus, random);
    const alike = learn(
      learner,
      selectDialogues(mixed, (dialogue) => !isOut[dialogue]),
      options,
    );
    if (alike.learner === 'context') throw new Error('A context automaton is not routed turn by turn.');
    return followedOf(
      alike.automaton,
      selectDialogues(mixed, (dialogue) => isOut[dialogue]!),
    );
  });
  const rows = followed.map((count, dialogue) => {
    const chance = chances.reduce((sum, one) => sum + one[dialogue]!, 0) / SHUFFLES;
    return Float64Array.of(own.turnOffsets[dialogue + 1]! - own.turnOffsets[dialogue]!, count - chance);
  });
  const [estimate = UNKNOWN] = bootstrap(
    rows,
    [([turns = 0, more = 0]) => (turns > 0 ? more / turns : null)],
    { seed: SHUFFLE_SEED, resamples: RESAMPLES },
  );
  return estimate;
}

function followedOf(automaton: Automaton, dialogues: SymbolCorpus): number[] {
  const router = createRouter(automaton);
  return turnsOfDialogues(dialogues).map(
    (turns) =>
      router.route(turns, 'greedy').steps.filter(({ matched, tags }) => matched.length === new Set(tags).size)
        .length,
  );
}

/** Returns the same dialogues, with the tags of their turns shuffled among all turns of the role. */
export function withShuffledTurns(corpus: SymbolCorpus, random: Random): SymbolCorpus {
  const { turnRoles, symbolOffsets, symbolIds, givenIds } = corpus;
  const source = new Int32Array(turnRoles.length);
  ROLES.forEach((_, role) => {
    const own = Array.from(turnRoles.keys()).filter((turn) => turnRoles[turn] === role);
    random.shuffle(own).forEach((from, at) => {
      source[own[at]!] = from;
    });
  });
  const offsets = new Int32Array(symbolOffsets.length);
  const ids = new Int32Array(symbolIds.length);
  const given = new Int32Array(givenIds.length);
  source.forEach((from, turn) => {
    const [start, end] = [symbolOffsets[from]!, symbolOffsets[from + 1]!];
    ids.set(symbolIds.subarray(start, end), offsets[turn]!);
    given.set(givenIds.subarray(start, end), offsets[turn]!);
    offsets[turn + 1] = offsets[turn]! + end - start;
  });
  return { ...corpus, symbolOffsets: offsets, symbolIds: ids, givenIds: given };
}

/** Returns the share of turns of tagged roles that reach a named state; null if there are none. */
export function namedTurns(
  { symbols, pathOffsets, pathTurns, pathSymbols }: Automaton,
  corpus: SymbolCorpus,
) {
  const speaks = ROLES.map((role) => corpus.symbols.some((symbol) => symbol.role === role));
  const turns = corpus.turnRoles.reduce((sum, role) => sum + (speaks[role] ? 1 : 0), 0);
  let named = 0;
  for (let dialogue = 0; dialogue + 1 < pathOffsets.length; dialogue++) {
    let last = -1;
    for (let visit = pathOffsets[dialogue]!; visit < pathOffsets[dialogue + 1]!; visit++) {
      if (pathTurns[visit] === last || isUnnamed(symbols[pathSymbols[visit]!]!.tag)) continue;
      last = pathTurns[visit]!;
      named++;
    }
  }
  return turns === 0 ? null : named / turns;
}

function distinctPaths({ pathOffsets, pathSymbols }: Automaton): number {
  const sequences = new Set<string>();
  for (let dialogue = 0; dialogue + 1 < pathOffsets.length; dialogue++)
    sequences.add(pathSymbols.subarray(pathOffsets[dialogue], pathOffsets[dialogue + 1]).join(' '));
  return sequences.size;
}
