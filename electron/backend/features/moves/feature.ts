import { movesContract } from '#shared/contract/moves.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { CHANGES_TAGS } from '../../store/edits/edit-kinds.ts';
import { editMoves } from './edit-moves.ts';
import { moveCards } from './move-cards.ts';
import { findMoves, requireMoves } from './moves-in-memory.ts';

export const feature = defineFeature({
  contract: movesContract,
  methods: {
    cards: ({ input, project }) => {
      const moves = findMoves(project, input.run);
      return moves && moveCards(project.database, moves, input.cut);
    },
    edit: ({ input, project, session }) =>
      editMoves(editorOf(session, input.reason), requireMoves(project, input.run), input.edit),
  },
  edits: {
    'cut-moves': CHANGES_TAGS,
    'merge-moves': CHANGES_TAGS,
    'split-move': CHANGES_TAGS,
    'rename-move': CHANGES_TAGS,
  },
});
