import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { RoundId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor } from '../../editing/commit.ts';
import { inProject } from '../../errors.ts';
import { placeReader } from '../../store/corpus/round-table.ts';
import type { EditChange } from '../../store/edits/log/edit-changes.ts';
import { commentReader, readGuidelines, readPins, textAfter } from '../../store/edits/words/note-table.ts';
import { ensureTagNamed, readVocabulary } from '../../store/tags/tag-table.ts';

export function commentOn(by: Editor, round: RoundId, text: string): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const place = inProject(placeReader(database)(round), 'turn', round, 'It may have been removed.');
    const changed = textAfter(commentReader(database)(round), text);
    const words = `turn ${place.index + 1} of ${place.externalId}`;
    return commitEdit(
      by,
      'comment',
      text === '' ? `Take the comment off ${words}` : `Comment on ${words}`,
      changed ? [{ table: 'round_comments', round, ...changed }] : [],
    );
  })();
}

export function setGuidelines(by: Editor, text: string): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const changed = textAfter(readGuidelines(database), text.trim() === '' ? '' : text);
    const changes: EditChange[] = changed ? [{ table: 'guidelines', ...changed }] : [];
    return commitEdit(by, 'guidelines', 'Change the guidelines', changes);
  })();
}

/** Pins a tag to a key, or frees the key. A tag has one key at most. */
export function pinTag(by: Editor, key: number, name: string | null): EditOutcome {
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
      name === null ? `Free the key ${key}` : `Pin #${name} to the key ${key}`,
      changes,
    );
  })();
}
