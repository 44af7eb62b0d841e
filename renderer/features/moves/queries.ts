import { keepPreviousData } from '@tanstack/react-query';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { about, question } from '../../client/queries.ts';

export const movesQueries = ({ moves }: DialogramClient, run: RunId | null) => ({
  cues: question('moves.cues', moves.cues, undefined, about('tags', 'corpus')),
  countCue: (role: Role, phrases: string) =>
    question('moves.countCue', moves.countCue, { role, phrases }, about('corpus')),
  /** @param cut the number of moves of a role to preview */
  cards: (cut: { readonly role: Role; readonly moves: number } | null) => ({
    ...question(
      'moves.cards',
      moves.cards,
      { run, cut: cut === null ? [] : [cut] },
      about('tags', 'runs', 'corpus'),
    ),
    placeholderData: keepPreviousData,
  }),
});
