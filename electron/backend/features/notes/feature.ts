import { notesContract } from '#shared/contract/review.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor, editorOf } from '../../editing/commit.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { placeReader } from '../../store/corpus/turn-table.ts';
import type { EditChange } from '../../store/edits/log/edit-changes.ts';
import { commentReader, readGuidelines, readPins, textAfter } from '../../store/edits/words/note-table.ts';
import { ensureTagNamed, readVocabulary } from '../../store/tags/tag-table.ts';

function commentOn(by: Editor, turn: TurnId, text: string): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const place = inProject(placeReader(database)(turn), 'turn', turn, 'The turn may have been removed.');
    const changed = textAfter(commentReader(database)(turn), text);
    const words = `turn ${place.index + 1} of ${place.externalId}`;
    return commitEdit(
      by,
      'comment',
      text === '' ? `Remove the comment from ${words}` : `Comment on ${words}`,
      changed ? [{ table: 'round_comments', turn, ...changed }] : [],
    );
  })();
}

function setGuidelines(by: Editor, text: string): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const changed = textAfter(readGuidelines(database), text.trim() === '' ? '' : text);
    const changes: EditChange[] = changed ? [{ table: 'guidelines', ...changed }] : [];
    return commitEdit(by, 'guidelines', 'Change the guidelines', changes);
  })();
}

function pinTag(by: Editor, key: number, name: string | null): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const { canonical } = readVocabulary(database);
    const pins = readPins(database).map((pin) => ({ ...pin, tag: canonical(pin.tag) }));
    const tag = name === null ? null : canonical(ensureTagNamed(database, name));
    const at = pins.find((pin) => pin.key === key);
    if ((at?.tag ?? null) === tag) return commitEdit(by, 'pin-tag', '', []);
    const changes: EditChange[] = pins
      .filter((pin) => pin.key !== key && pin.tag === tag)
      .concat(at ?? [])
      .map((pin) => ({
        table: 'tag_pins',
        key: pin.key,
        before: { tag: pin.tag, edit: pin.edit },
        after: pin.key === key && tag !== null ? { tag } : null,
      }));
    if (!at && tag !== null) changes.push({ table: 'tag_pins', key, before: null, after: { tag } });
    return commitEdit(
      by,
      'pin-tag',
      name === null ? `Unpin key ${key}` : `Pin #${name} to key ${key}`,
      changes,
    );
  })();
}

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
    comment: ({ input, session }) => commentOn(editorOf(session), input.turn, input.text),
  },
  edits: { comment: NOTE, guidelines: NOTE, 'pin-tag': NOTE },
});
