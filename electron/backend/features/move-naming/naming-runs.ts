import { z } from 'zod';
import { roleSchema, runIdSchema } from '#shared/contract/base.ts';
import { moveNamingSettingsSchema } from '#shared/contract/move-naming.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import { type LastingRun, lastingRuns } from '../../jobs/lasting-runs.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { readMoveDecisions, type StoredDecision } from '../../store/tags/move-decision-table.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { namedMoves, type ShownMoves } from '../moves/index.ts';

export interface Cluster {
  readonly role: Role;
  readonly cut: number;
  readonly units: readonly number[];
  /** The number of turns whose first move is in this cluster. */
  readonly turns: number;
  readonly own: string;
}

/** Divides the moves of both roles into clusters. A role gets a number in proportion to its fine clusters. */
export function fineClusters(database: ReadDatabase, moves: ShownMoves, wanted: number): Cluster[] {
  const { roles } = moves.model;
  const all = roles.reduce((sum, { tree }) => sum + tree.leaves, 0);
  const cuts = roles.map(({ role, tree: { leaves } }) => ({
    kind: 'cut' as const,
    role,
    moves: Math.min(leaves, Math.max(1, Math.round((wanted * leaves) / all))),
  }));
  // The names of an earlier naming run are replaced. A person's merges and splits stay.
  const decisions = readMoveDecisions(database).filter(({ kind }) => kind !== 'name');
  return namedMoves(database, moves, [...decisions, ...cuts])
    .flatMap(({ role, cut, groups }) =>
      groups.map(
        ({ units, name }): Cluster => ({ role, cut, units, turns: turnsOf(moves, units), own: name }),
      ),
    )
    .sort((a, b) => b.turns - a.turns || a.units[0]! - b.units[0]!);
}

export const turnsOf = ({ sizes }: ShownMoves, units: readonly number[]): number =>
  units.reduce((sum, unit) => sum + sizes[unit]!, 0);

export type NamesNow = ReturnType<typeof namesNow>;

export function namesNow(database: ReadDatabase, moves: ShownMoves) {
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
        // True for a name that a person gave to the move or to its tag.
        persons[unit] = given.has(`${role} ${tag}`) || (typeof label === 'string' && label !== name);
      }
  return {
    moves: roles.reduce((sum, { groups }) => sum + groups.length, 0),
    ofUnit: (unit: number) => names[unit] ?? 'other',
    /** Returns the name that a person gave to most of a cluster's turns; null if a program named them. */
    byPerson({ units }: Pick<Cluster, 'units'>) {
      const turns = new Map<string, number>();
      for (const unit of units)
        if (persons[unit]) turns.set(names[unit]!, (turns.get(names[unit]!) ?? 0) + moves.sizes[unit]!);
      const [most] = [...turns].sort(([, a], [, b]) => b - a);
      return most && 2 * most[1] > turnsOf(moves, units) ? most[0] : null;
    },
  };
}

const renamed = (
  decision: StoredDecision,
  canonical: ReturnType<typeof readVocabulary>['canonical'],
): string[] => (decision.kind === 'rename' ? [`${decision.role} ${canonical(decision.tag)}`] : []);

const paramsSchema = moveNamingSettingsSchema.extend({ moves: runIdSchema, promptVersion: z.int() });
export type NamingParams = z.infer<typeof paramsSchema>;

/** The result of a finished run. Clusters are given by the units of its moves. */
const outcomeSchema = z.object({
  clusters: z.array(
    z.object({
      role: roleSchema,
      cut: z.int(),
      units: z.array(z.int()),
      own: z.string(),
      /** Null if the model omitted it, failed, or was not asked. */
      name: z.string().nullable(),
    }),
  ),
  /** The number of clusters that were sent and got no name. */
  unnamed: z.int(),
  /** The number of requests without an answer, or with two invalid ones. */
  failed: z.int(),
  misread: z.int(),
});
export type NamingOutcome = z.infer<typeof outcomeSchema>;

export const namingRuns = lastingRuns({
  kind: 'move-naming',
  words: 'naming run',
  keeps: 'answers',
  params: paramsSchema,
  outcome: outcomeSchema,
  settingsStay: true,
});

export function warningsOf(database: ReadDatabase, { run, params }: LastingRun<NamingParams>) {
  const outcome = namingRuns.outcomeOf(database, run);
  const warnings: string[] = [];
  if (!outcome) return { warnings };
  const { unnamed, failed, misread } = outcome;
  const many = (count: number, what: string): string => (count === 1 ? `1 ${what}` : `${count} ${what}s`);
  if (failed > 0) warnings.push(`${many(failed, 'request')} got no answer.`);
  if (misread > 0) warnings.push(`${many(misread, 'answer')} could not be used, even after trying again.`);
  if (unnamed > 0)
    warnings.push(
      `The model did not name ${many(unnamed, params.what === 'topics' ? 'topic' : 'cluster')}. The current names are kept.`,
    );
  return { warnings };
}
