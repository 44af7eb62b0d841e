import { CUE_RULES } from '#shared/algorithms/moves/cues/cue-rules.ts';
import { readPhrases } from '#shared/algorithms/moves/cues/own-cues.ts';
import { movesContract } from '#shared/contract/moves.ts';
import { ROLES } from '#shared/domain/dialogue.ts';
import { editorOf } from '../../editing/commit.ts';
import { defineFeature } from '../../feature.ts';
import { roundsWithWords } from '../../store/corpus/round-table.ts';
import { CHANGES_TAGS, type EditEffect } from '../../store/edits/log/placed-changes.ts';
import { readOwnCues } from '../../store/tags/move-decision-table.ts';
import { editMoves, readablePhrases } from './edit-moves.ts';
import { moveCards } from './move-cards.ts';
import { findMoves, requireMoves } from './moves-in-memory.ts';

/** Identifies moves when tagging again. Has no effect until then. */
const CHANGES_CUES: EditEffect = { topics: ['tags'], changesTags: 'never' };
const EXAMPLES = 5;

export const feature = defineFeature({
  contract: movesContract,
  methods: {
    cards: ({ input, project }) => {
      const moves = findMoves(project, input.run);
      return moves && moveCards(project.database, moves, input.cut);
    },
    cues: ({ project: { database } }) => ({
      own: readOwnCues(database).map(({ kind: _, ...cue }) => ({
        ...cue,
        rounds: roundsWithWords(database, cue.role, readPhrases(cue.phrases), 0).rounds,
      })),
      builtIn: ROLES.flatMap((role) => CUE_RULES[role].map(({ name }) => ({ role, move: name }))),
    }),
    countCue: ({ input, project: { database } }) =>
      roundsWithWords(database, input.role, readablePhrases(input.phrases), EXAMPLES),
    edit: ({ input, project, session }) =>
      editMoves(editorOf(session, input.reason), requireMoves(project, input.run), input.edit),
  },
  edits: {
    'cut-moves': CHANGES_TAGS,
    'merge-moves': CHANGES_TAGS,
    'split-move': CHANGES_TAGS,
    'rename-move': CHANGES_TAGS,
    'add-cue': CHANGES_CUES,
    'remove-cue': CHANGES_CUES,
  },
});
