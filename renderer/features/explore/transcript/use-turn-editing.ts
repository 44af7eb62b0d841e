import { type RefObject, useState } from 'react';
import type { DialogueTurn, TurnTag } from '#shared/contract/corpus.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import type { Command } from '../../../commands/commands.ts';
import { type TagEdit, useTagEdits } from '../../../project/tags/tag-finder.tsx';
import { openDialog } from '../../../ui/overlays/dialog.tsx';
import { RenameDialog } from '../../vocabulary/index.ts';
import { tagCommands, turnCommands } from '../commands.ts';

interface OpenEditor {
  readonly turn: number;
  readonly replaces: TurnTag | null;
}

export type TurnEditing = ReturnType<typeof useTurnEditing>;

export function useTurnEditing(
  run: RunId | null,
  list: RefObject<HTMLOListElement | null>,
  findAlike: (turn: DialogueTurn) => void,
) {
  const { apply } = useTagEdits(run);
  const [editor, setEditor] = useState<OpenEditor | null>(null);
  const [commenting, setCommenting] = useState<number | null>(null);
  const rename = (tag: TurnTag) => openDialog(RenameDialog, { run, tag });

  const focusTurn = (turn: number) => {
    const element = list.current?.children[turn];
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  };
  /** Focuses the turn first, because the chip that has the focus may disappear. */
  const change = (turn: DialogueTurn, edit: TagEdit) => {
    focusTurn(turn.index);
    apply(edit).catch(() => undefined);
  };

  const add = (turn: DialogueTurn) => setEditor({ turn: turn.index, replaces: null });
  const replace = (turn: DialogueTurn, tag: TurnTag) => setEditor({ turn: turn.index, replaces: tag });
  const remove = (turn: DialogueTurn, tag: TurnTag) =>
    change(turn, { kind: 'remove', turn: turn.id, tag: tag.id });
  const restore = (turn: DialogueTurn, tag: TurnTag) =>
    change(turn, { kind: 'add', turn: turn.id, name: tag.name });

  const take = (turn: DialogueTurn, name: string) => {
    const replaces = editor?.replaces;
    setEditor(null);
    change(
      turn,
      replaces
        ? { kind: 'replace', turn: turn.id, tag: replaces.id, by: name }
        : { kind: 'add', turn: turn.id, name },
    );
  };

  const onCommand = (command: Command, turn: DialogueTurn, target: EventTarget): boolean => {
    if (command === tagCommands.add) {
      add(turn);
      return true;
    }
    if (command === turnCommands.comment) {
      setCommenting(turn.index);
      return true;
    }
    if (command === turnCommands.alike) {
      findAlike(turn);
      return true;
    }
    const tag = focusedTag(turn.tags, target);
    if (!tag) return false;
    if (command === tagCommands.remove) remove(turn, tag);
    else if (command === tagCommands.replace) replace(turn, tag);
    else if (command === tagCommands.rename) rename(tag);
    else return false;
    return true;
  };

  return {
    run,
    editor,
    commenting,
    comment: (turn: DialogueTurn) => setCommenting(turn.index),
    setComment: (turn: DialogueTurn, text: string) => {
      setCommenting(null);
      change(turn, { kind: 'comment', turn: turn.id, text });
    },
    add,
    replace,
    remove,
    restore,
    take,
    rename,
    findAlike,
    closeEditor: (turn: DialogueTurn) => {
      setEditor(null);
      setCommenting(null);
      focusTurn(turn.index);
    },
    onCommand,
  };
}

function focusedTag(tags: readonly TurnTag[], target: EventTarget): TurnTag | null {
  const chip = target instanceof Element ? target.closest<HTMLElement>('[data-tag]') : null;
  const id = Number(chip?.dataset.tag) as TagId;
  return tags.find((tag) => tag.id === id) ?? null;
}
