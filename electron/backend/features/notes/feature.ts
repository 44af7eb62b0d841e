import { notesContract } from '#shared/contract/notes.ts';
import { editorOf } from '../../editing/author.ts';
import { defineFeature } from '../../feature.ts';
import { readGuidelines, readPins } from '../../store/edits/words/note-table.ts';
import { chosen, go, type PurgedTables } from '../../store/purge/purge-rules.ts';
import { readVocabulary } from '../../store/tags/tag-table.ts';
import { commentOn, pinTag, setGuidelines } from './note-edits.ts';

const tables = {
  round_comments: go('round', 'round_id', 'round_id text edit_id'),
  guidelines: chosen('Lines that tell of the purged go.', 'text edit_id', 'id'),
  tag_pins: chosen('Those of tags that go.', 'tag_id edit_id', 'key'),
} satisfies PurgedTables;

const NOTE = { topics: ['notes'], changesTags: 'never' } as const;

export const feature = defineFeature({
  contract: notesContract,
  methods: {
    pins: ({ project: { database } }) => {
      const { canonical, nameOf, archivedNames } = readVocabulary(database);
      return readPins(database)
        .map(({ key, tag }) => ({ key, tag: canonical(tag), name: nameOf(tag) }))
        .filter(({ name }) => !archivedNames.has(name));
    },
    pin: ({ input, session }) => pinTag(editorOf(session), input.key, input.tag),
    guidelines: ({ project }) => readGuidelines(project.database),
    setGuidelines: ({ input, session }) => setGuidelines(editorOf(session), input.text),
    comment: ({ input, session }) => commentOn(editorOf(session), input.round, input.text),
  },
  tables,
  edits: { comment: NOTE, guidelines: NOTE, 'pin-tag': NOTE },
});
