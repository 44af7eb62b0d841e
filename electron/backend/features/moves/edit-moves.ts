import { type CuePhrase, readPhrases } from '#shared/algorithms/moves/cues/own-cues.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { MoveEdit } from '#shared/contract/moves.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor, unchanged } from '../../editing/commit.ts';
import {
  decide,
  readMoveDecisions,
  readOwnCues,
  type StoredDecision,
  type StoredReference,
  withoutCue,
} from '../../store/tags/move-decision-table.ts';
import { ensureTagNamed, tagWriter } from '../../store/tags/tag-table.ts';
import { type NamedGroup, type NamedRole, namedMoves, type ShownMoves } from './moves-in-memory.ts';

/** The number of sentences by which a move is recognized in other runs. */
const ANCHORS = 9;

export function editMoves(by: Editor, moves: ShownMoves, edit: MoveEdit): EditOutcome {
  const { database } = by.project;
  if (edit.kind === 'cue') return addCue(by, edit);
  if (edit.kind === 'uncue') return removeCue(by, edit.cue);
  return database.transaction(() => {
    const role = roleOf(namedMoves(database, moves, readMoveDecisions(database)), edit.role);
    if (edit.kind === 'cut') {
      const most = role.model.tree.leaves;
      if (edit.moves > most) throw tooMany(edit.role, edit.moves, most);
      if (edit.moves === role.cut) return unchanged(database);
      return commit(
        by,
        'cut-moves',
        `Change the number of ${ROLE_NAMES[edit.role]} moves to ${edit.moves}`,
        edit,
      );
    }
    const move = moveNamed(role, edit.move);
    const about = (group: NamedGroup): StoredReference => ({
      tag: group.tag ?? tagWriter(database)(String(group.label)),
      anchors: anchorsOf(moves, group),
    });
    const whose = `the ${ROLE_NAMES[edit.role]}’s move`;
    switch (edit.kind) {
      case 'merge': {
        const into = moveNamed(role, edit.into);
        if (into === move) return unchanged(database);
        return commit(by, 'merge-moves', `Merge ${whose} #${move.name} into #${into.name}`, {
          kind: 'merge',
          role: edit.role,
          move: about(move),
          into: about(into),
        });
      }
      case 'split':
        if (!move.splits)
          throw new DialogramError(
            'INVALID',
            `The ${ROLE_NAMES[edit.role]}’s move #${move.name} cannot be split further.`,
            {
              value: move.name,
              nextStep: 'Change the move of individual sentences instead.',
            },
          );
        return commit(by, 'split-move', `Split ${whose} #${move.name}`, {
          kind: 'split',
          role: edit.role,
          move: about(move),
        });
      case 'rename':
        if (edit.name === move.name) return unchanged(database);
        if (role.groups.some(({ name }) => name === edit.name))
          throw new DialogramError(
            'INVALID',
            `There is already a ${ROLE_NAMES[edit.role]} move #${edit.name}.`,
            {
              value: edit.name,
              nextStep: 'Choose another name, or merge the two moves.',
            },
          );
        return commit(by, 'rename-move', `Rename ${whose} #${move.name} to #${edit.name}`, {
          kind: 'rename',
          role: edit.role,
          move: about(move),
          tag: ensureTagNamed(database, edit.name),
        });
    }
  })();
}

function addCue(by: Editor, { role, move, phrases }: Extract<MoveEdit, { kind: 'cue' }>): EditOutcome {
  readablePhrases(phrases);
  const { database } = by.project;
  return database.transaction(() =>
    commitEdit(by, 'add-cue', `Add the cue “${phrases}” to the ${ROLE_NAMES[role]}’s move #${move}`, [
      decide(database, { kind: 'cue', role, move, phrases }),
    ]),
  )();
}

function removeCue(by: Editor, id: number): EditOutcome {
  const { database } = by.project;
  const cue = readOwnCues(database).find((known) => known.id === id);
  if (!cue)
    throw new DialogramError('NOT_FOUND', `There is no cue ${id} in this project.`, { value: String(id) });
  const description = `Delete the cue “${cue.phrases}” of the move #${cue.move}`;
  return commitEdit(by, 'remove-cue', description, [withoutCue(cue)]);
}

export function readablePhrases(phrases: string): CuePhrase[] {
  try {
    return readPhrases(phrases);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DialogramError('INVALID', `The cue cannot be read: ${error.message}`, {
      place: 'phrases',
      value: phrases,
      nextStep:
        'Write what people say, with commas between phrases, such as “send us a dm, message * details”.',
    });
  }
}

const commit = (by: Editor, kind: string, description: string, decision: StoredDecision): EditOutcome =>
  commitEdit(by, kind, description, [decide(by.project.database, decision)]);

export const anchorsOf = ({ examples }: ShownMoves, { units }: Pick<NamedGroup, 'units'>): TurnId[] =>
  examples
    .filter(({ unit }) => units.includes(unit))
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, ANCHORS)
    .map(({ turn }) => turn);

function roleOf(roles: readonly NamedRole[], asked: Role): NamedRole {
  const found = roles.find(({ role }) => role === asked);
  if (found) return found;
  throw new DialogramError('NOT_FOUND', `There are no ${ROLE_NAMES[asked]} moves.`, { value: asked });
}

function moveNamed({ role, groups }: NamedRole, name: string): NamedGroup {
  const found = groups.find((group) => group.name === name);
  if (found) return found;
  throw new DialogramError('NOT_FOUND', `The ${ROLE_NAMES[role]} has no move #${name}.`, {
    value: name,
    nextStep: `Choose one of: ${groups.map((group) => group.name).join(', ')}.`,
  });
}

const tooMany = (role: Role, asked: number, most: number): DialogramError =>
  new DialogramError('INVALID', `The ${ROLE_NAMES[role]} moves cannot be split into ${asked}.`, {
    value: String(asked),
    nextStep: `Choose at most ${most}.`,
  });
