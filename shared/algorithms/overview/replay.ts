import type { AutomatonStructure } from '../../domain/automaton.ts';
import { ROLES, type Role } from '../../domain/dialogue.ts';
import { transitionOf } from '../automaton/reading/transitions.ts';
import type { Random } from '../random/random.ts';
import { isFamily, isUnnamed, nameOfTurn, type SymbolSequences, UNTAGGED_TAG } from './one-symbol.ts';

export type TurnReader = (role: Role, tags: readonly string[]) => readonly string[];

/** Returns a reader that gives each turn its symbol (see `sequencesOf`); none for roles without states. */
export function oneSymbolReader({ symbols }: Pick<AutomatonStructure, 'symbols'>): TurnReader {
  const ownOf = ROLES.map(
    (role) => new Set(symbols.filter((symbol) => symbol.role === role).map(({ tag }) => tag)),
  );
  return (role, tags) => {
    const own = ownOf[ROLES.indexOf(role)];
    if (own.size === 0) return [];
    const name = nameOfTurn(tags, (tag) => own.has(tag) && !isUnnamed(tag));
    if (name !== undefined) return [name];
    return tags.every(isUnnamed) && own.has(UNTAGGED_TAG) ? [UNTAGGED_TAG] : [];
  };
}

export function knownTagReader({ symbols }: Pick<AutomatonStructure, 'symbols'>): TurnReader {
  const known = ROLES.map(
    (role) => new Set(symbols.filter((symbol) => symbol.role === role).map(({ tag }) => tag)),
  );
  return (role, tags) => tags.filter((tag) => known[ROLES.indexOf(role)].has(tag));
}

export interface Replay {
  readonly turns: number;
  readonly followed: number;
  /** Followed turns whose tag names their state. A family counts half. */
  readonly told: number;
  /** Turns without any transition: the replay continued at the state of their symbol. */
  readonly missed: number;
}

/**
 * Returns the turns of each dialogue that take a main transition. Without a transition, it counts a miss and continues
 * at the most visited state of the symbol.
 * @param sequences over the automaton's own symbols
 */
export function replay(
  automaton: AutomatonStructure,
  { offsets, steps, turnCounts }: SymbolSequences,
): Replay[] {
  const { symbols, transitionTargets, transitionSymbols, support, main } = automaton;
  const worth = symbols.map(({ tag }) => (isUnnamed(tag) ? 0 : isFamily(tag) ? 0.5 : 1));
  const stateOf = new Int32Array(symbols.length).fill(-1);
  transitionTargets.forEach((state, transition) => {
    const symbol = transitionSymbols[transition];
    if (stateOf[symbol] === -1 || support[state] > support[stateOf[symbol]]) stateOf[symbol] = state;
  });
  return Array.from({ length: offsets.length - 1 }, (_, dialogue) => {
    let state = 0;
    let followed = 0;
    let told = 0;
    let missed = 0;
    for (let step = offsets[dialogue]; step < offsets[dialogue + 1]; step++) {
      const transition = transitionOf(automaton, state, steps[step]);
      if (transition === -1) missed++;
      else if (main?.[transition] !== 0) {
        followed++;
        told += worth[steps[step]];
      }
      state = transition === -1 ? Math.max(0, stateOf[steps[step]]) : transitionTargets[transition];
    }
    return { turns: turnCounts[dialogue], followed, told, missed };
  });
}

export function shuffled(sequences: SymbolSequences, random: Random): SymbolSequences {
  const { symbols, steps } = sequences;
  const mixed = new Int32Array(steps.length);
  for (const role of ROLES) {
    const isOwn = Uint8Array.from(symbols, (symbol) => (symbol.role === role ? 1 : 0));
    const own = new Int32Array(steps.length);
    let count = 0;
    for (let step = 0; step < steps.length; step++)
      if (isOwn[steps[step]!] === 1) own[count++] = steps[step]!;
    for (let at = count - 1; at > 0; at--) {
      const other = random.integer(at + 1);
      const symbol = own[at]!;
      own[at] = own[other]!;
      own[other] = symbol;
    }
    for (let step = 0, at = 0; step < steps.length; step++)
      if (isOwn[steps[step]!] === 1) mixed[step] = own[at++]!;
  }
  return { ...sequences, steps: mixed };
}
