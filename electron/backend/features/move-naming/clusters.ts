import type { Role } from '#shared/domain/dialogue.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { readMoveDecisions, type StoredDecision } from '../../store/tags/move-decision-table.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { namedMoves, type ShownMoves } from '../moves/index.ts';

/** A fine cluster of moves, which gets a name as a whole. */
export interface Cluster {
  readonly role: Role;
  /** The number of groups that the tree of its role is cut into. */
  readonly cut: number;
  readonly units: readonly number[];
  /** Turns that have it first. */
  readonly rounds: number;
  /** Its name if no person has given one. */
  readonly own: string;
}

/** Cuts the moves of both roles into about this many clusters, each role by its share of the fine clusters. */
export function fineClusters(database: ReadDatabase, moves: ShownMoves, wanted: number): Cluster[] {
  const { roles } = moves.model;
  const all = roles.reduce((sum, { tree }) => sum + tree.leaves, 0);
  const cuts = roles.map(({ role, tree: { leaves } }) => ({
    kind: 'cut' as const,
    role,
    moves: Math.min(leaves, Math.max(1, Math.round((wanted * leaves) / all))),
  }));
  // Names of an earlier run of this kind are replaced; a person's merges and splits stay.
  const decisions = readMoveDecisions(database).filter(({ kind }) => kind !== 'name');
  return namedMoves(database, moves, [...decisions, ...cuts])
    .flatMap(({ role, cut, groups }) =>
      groups.map(
        ({ units, name }): Cluster => ({ role, cut, units, rounds: roundsOf(moves, units), own: name }),
      ),
    )
    .sort((a, b) => b.rounds - a.rounds || a.units[0]! - b.units[0]!);
}

export const roundsOf = ({ sizes }: ShownMoves, units: readonly number[]): number =>
  units.reduce((sum, unit) => sum + sizes[unit]!, 0);

/** The current names of the moves. */
export interface NamesNow {
  readonly moves: number;
  ofUnit(unit: number): string;
  /** Returns the name that a person gave the move of most of the turns of a cluster; null if a program did. */
  byPerson(cluster: Pick<Cluster, 'units'>): string | null;
}

export function namesNow(database: ReadDatabase, moves: ShownMoves): NamesNow {
  const decisions = readMoveDecisions(database);
  const { canonical } = readVocabulary(database);
  const given = new Set(decisions.flatMap((decision) => renamed(decision, canonical)));
  const names: string[] = [];
  const persons: boolean[] = [];
  const roles = namedMoves(database, moves, decisions);
  for (const { role, groups } of roles)
    for (const { tag, name, label, units } of groups)
      for (const unit of units) {
        names[unit] = name;
        // Renamed as a move, or as a tag of the vocabulary.
        persons[unit] = given.has(`${role} ${tag}`) || (typeof label === 'string' && label !== name);
      }
  return {
    moves: roles.reduce((sum, { groups }) => sum + groups.length, 0),
    ofUnit: (unit) => names[unit] ?? 'other',
    byPerson({ units }) {
      const rounds = new Map<string, number>();
      for (const unit of units)
        if (persons[unit]) rounds.set(names[unit]!, (rounds.get(names[unit]!) ?? 0) + moves.sizes[unit]!);
      const [most] = [...rounds].sort(([, a], [, b]) => b - a);
      return most && 2 * most[1] > roundsOf(moves, units) ? most[0] : null;
    },
  };
}

const renamed = (
  decision: StoredDecision,
  canonical: ReturnType<typeof readVocabulary>['canonical'],
): string[] => (decision.kind === 'rename' ? [`${decision.role} ${canonical(decision.tag)}`] : []);
