import { type RefObject, useState } from 'react';
import type { DialogueRound, RoundTag } from '#shared/contract/corpus.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import type { Command } from '../../../commands/commands.ts';
import { type TagEdit, useTagEdits } from '../../../project/tags/tag-finder.tsx';
import { roundCommands, tagCommands } from '../commands.ts';

/** The open tag editor: for a new tag of a turn, or to replace the tag `replaces`. */
interface OpenEditor {
  readonly round: number;
  readonly replaces: RoundTag | null;
}

export type RoundEditing = ReturnType<typeof useRoundEditing>;

/** Adds, removes, replaces and renames tags in a transcript, by mouse or by keys. */
export function useRoundEditing(run: RunId | null, list: RefObject<HTMLOListElement | null>) {
  const { apply } = useTagEdits(run);
  const [editor, setEditor] = useState<OpenEditor | null>(null);
  const [commenting, setCommenting] = useState<number | null>(null);
  const [renaming, setRenaming] = useState<RoundTag | null>(null);
  const [liked, setLiked] = useState<DialogueRound | null>(null);

  const focusRound = (round: number) => {
    const element = list.current?.children[round];
    if (element instanceof HTMLElement) element.focus({ preventScroll: true });
  };
  /** Focuses the turn first, because the chip that has the focus may disappear. */
  const change = (round: DialogueRound, edit: TagEdit) => {
    focusRound(round.index);
    // The failure was already shown.
    apply(edit).catch(() => undefined);
  };

  const add = (round: DialogueRound) => setEditor({ round: round.index, replaces: null });
  const replace = (round: DialogueRound, tag: RoundTag) => setEditor({ round: round.index, replaces: tag });
  const remove = (round: DialogueRound, tag: RoundTag) =>
    change(round, { kind: 'remove', round: round.id, tag: tag.id });
  const restore = (round: DialogueRound, tag: RoundTag) =>
    change(round, { kind: 'add', round: round.id, name: tag.name });

  const take = (round: DialogueRound, name: string) => {
    const replaces = editor?.replaces;
    setEditor(null);
    change(
      round,
      replaces
        ? { kind: 'replace', round: round.id, tag: replaces.id, by: name }
        : { kind: 'add', round: round.id, name },
    );
  };

  /** Runs a tag command on the chip that has the focus. Returns false if there is nothing to do. */
  const onCommand = (command: Command, round: DialogueRound, target: EventTarget): boolean => {
    if (command === tagCommands.add) {
      add(round);
      return true;
    }
    if (command === roundCommands.comment) {
      setCommenting(round.index);
      return true;
    }
    if (command === roundCommands.alike) {
      setLiked(round);
      return true;
    }
    const tag = focusedTag(round.tags, target);
    if (!tag) return false;
    if (command === tagCommands.remove) remove(round, tag);
    else if (command === tagCommands.replace) replace(round, tag);
    else if (command === tagCommands.rename) setRenaming(tag);
    else return false;
    return true;
  };

  return {
    run,
    editor,
    commenting,
    comment: (round: DialogueRound) => setCommenting(round.index),
    setComment: (round: DialogueRound, text: string) => {
      setCommenting(null);
      change(round, { kind: 'comment', round: round.id, text });
    },
    add,
    replace,
    remove,
    restore,
    take,
    rename: setRenaming,
    /** The turn for which similar ones are shown. */
    liked,
    findAlike: setLiked,
    stopFinding: () => setLiked(null),
    renaming,
    stopRenaming: () => setRenaming(null),
    closeEditor: (round: DialogueRound) => {
      setEditor(null);
      setCommenting(null);
      focusRound(round.index);
    },
    onCommand,
  };
}

function focusedTag(tags: readonly RoundTag[], target: EventTarget): RoundTag | null {
  const chip = target instanceof Element ? target.closest<HTMLElement>('[data-tag]') : null;
  const id = Number(chip?.dataset.tag) as TagId;
  return tags.find((tag) => tag.id === id) ?? null;
}
