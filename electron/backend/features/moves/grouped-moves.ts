import {
  type GroupedMoves,
  groupMoves,
  type MoveGroup,
  type MoveLabel,
} from '#shared/algorithms/moves/group-moves.ts';
import type { RoleModel } from '#shared/algorithms/moves/moves-model.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { TagId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { decisionsFor, type MovesRun, type StoredDecision } from '../../store/tags/move-decision-table.ts';
import { givenNameReader, readVocabulary } from '../../store/tags/tag-table.ts';

/** A move as it is shown. */
export interface NamedGroup extends MoveGroup {
  readonly name: string;
  /** Null if no turn has it yet. */
  readonly tag: TagId | null;
}

export interface NamedRole extends Omit<GroupedMoves, 'groups'> {
  readonly role: Role;
  readonly model: RoleModel;
  readonly groups: readonly NamedGroup[];
}

/** The moves of a run under decisions, by the names their tags have now. */
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
