import { keepPreviousData } from '@tanstack/react-query';
import type { MoveEdit } from '#shared/contract/moves.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { defineCommands } from '../../commands/commands.ts';
import { createTabState, defineMode } from '../../project/mode.ts';
import { tellEdit, useAction } from '../../ui/overlays/toasts.tsx';

export function useMoveEdit(run: RunId) {
  return useAction((edit: MoveEdit) => client.moves.edit({ run, edit }), {
    onSuccess: ({ edit }) => tellEdit(edit),
    meta: about('tags'),
  });
}

export const movesQueries = (run: RunId | null) => ({
  cues: question('moves.cues', client.moves.cues, undefined, about('tags', 'corpus')),
  countCue: (role: Role, phrases: string) =>
    question('moves.countCue', client.moves.countCue, { role, phrases }, about('corpus')),
  cards: (cut: { readonly role: Role; readonly moves: number } | null) => ({
    ...question(
      'moves.cards',
      client.moves.cards,
      { run, cut: cut === null ? [] : [cut] },
      about('tags', 'runs', 'corpus'),
    ),
    placeholderData: keepPreviousData,
  }),
});

export const MOVES = defineMode('moves', 'label', 'Moves', 'Show the moves');

export const movesCommands = defineCommands(
  'moves',
  { group: 'Moves', scope: 'moves' },
  {
    next: { title: 'Next move', keys: ['ArrowRight'] },
    previous: { title: 'Previous move', keys: ['ArrowLeft'] },
    rename: { title: 'Rename the move…', keys: ['R'] },
    take: { title: 'Pick up the move to merge it', keys: ['M'] },
    takeSentence: { title: 'Pick up the sentence to give it another move', keys: ['B'] },
    drop: { title: 'Drop here', keys: ['Enter'] },
    letGo: { title: 'Put it back', keys: ['Escape'] },
    split: { title: 'Split the move', keys: ['S'] },
    turns: { title: 'Show the turns of the move', keys: ['O'] },
    more: { title: 'Show one more move', keys: ['+'] },
    fewer: { title: 'Show one fewer move', keys: ['-'] },
    cues: { title: 'Cues for finding moves…', keys: ['C'] },
    otherRole: { title: "Show the other role's moves", keys: ['T'] },
  },
);

interface MovesState {
  readonly role: Role;
  readonly open: string | null;
}

export const {
  use: useMoves,
  enter: enterMoves,
  change: changeMoves,
} = createTabState<MovesState>('moves', { role: 'system', open: null });
