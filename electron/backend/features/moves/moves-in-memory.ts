import {
  type GroupedMoves,
  groupMoves,
  type MoveGroup,
  type MoveLabel,
} from '#shared/algorithms/moves/group-moves.ts';
import type { RoleModel } from '#shared/algorithms/moves/moves-model.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { type Project, projectService } from '../../project.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { taggingRuns } from '../../store/runs/tagging-runs.ts';
import {
  decisionsFor,
  type MovesRun,
  readMovesRun,
  type StoredDecision,
} from '../../store/tags/move-decision-table.ts';
import { readMoveExamples, type StoredExample } from '../../store/tags/move-table.ts';
import { givenNameReader, readVocabulary } from '../../store/tags/tag-table.ts';

export interface NamedGroup extends MoveGroup {
  readonly name: string;
  /** Null if no turn has the move yet. */
  readonly tag: TagId | null;
}

export interface NamedRole extends Omit<GroupedMoves, 'groups'> {
  readonly role: Role;
  readonly model: RoleModel;
  readonly groups: readonly NamedGroup[];
}

export function namedMoves(
  database: ReadDatabase,
  moves: MovesRun,
  decisions: readonly StoredDecision[],
): NamedRole[] {
  const about = decisionsFor(database, moves, decisions);
  const find = givenNameReader(database);
  const vocabulary = readVocabulary(database);
  const shown = (label: MoveLabel): Pick<NamedGroup, 'tag' | 'name'> => {
    const raw = typeof label === 'number' ? (label as TagId) : find(label);
    const tag = raw === null ? null : vocabulary.canonical(raw);
    return { tag, name: tag === null ? String(label) : vocabulary.nameOf(tag) };
  };
  return moves.model.roles.map((model) => {
    const grouped = groupMoves(model, moves, about);
    return {
      ...grouped,
      role: model.role,
      model,
      groups: grouped.groups.map((group) => ({ ...group, ...shown(group.label) })),
    };
  });
}

export interface ShownMoves extends MovesRun {
  readonly examples: readonly StoredExample[];
}

/** Caches the last run. Runs never change, and reading one takes longer than displaying it. */
const remembered = projectService((): { last: ShownMoves | null } => ({ last: null }));

export function findMoves(project: Project, run: RunId | null): ShownMoves | null {
  const known = project.use(remembered);
  const { database } = project;
  const runs = taggingRuns(database).filter(({ tagger }) => tagger === 'moves');
  if (run !== null && !runs.some(({ id }) => id === run))
    throw new DialogramError('NOT_FOUND', `Run ${run} is not a run of the Moves tagger in this project.`, {
      value: String(run),
      nextStep: 'List the tagging runs, or run the Moves tagger.',
    });
  for (const { id } of runs.filter(({ id }) => run === null || id === run)) {
    if (known.last?.run === id) return known.last;
    const moves = readMovesRun(database, id);
    if (moves) {
      known.last = { ...moves, examples: readMoveExamples(database, id) };
      return known.last;
    }
  }
  return null;
}

export function requireMoves(project: Project, run: RunId | null): ShownMoves {
  const moves = findMoves(project, run);
  if (moves) return moves;
  throw new DialogramError('NOT_FOUND', 'This project has no moves to regroup yet.', {
    nextStep: 'Run the Moves tagger first.',
  });
}
