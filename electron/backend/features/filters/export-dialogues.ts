import type { DialogueFileForm } from '#shared/contract/filters.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { csvLine } from '../../output/csv.ts';
import { dialogueExtraReader, findDialogue, type StoredDialogue } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { type TagsMeant, tagsOfRounds } from './tag-reader.ts';

/** Keys of the neutral form that no column of the file may replace. */
const OWN_KEYS: ReadonlySet<string> = new Set(['id', 'domain', 'turns', 'source']);

/** Yields dialogues as lines of an importable file: text, times, tags and file data. */
export function* writtenDialogues(
  database: ReadDatabase,
  ids: Iterable<DialogueId>,
  tags: TagsMeant | null,
  form: Exclude<DialogueFileForm, 'xes'>,
): Generator<string, void> {
  const extraOf = dialogueExtraReader(database);
  const namesOf = tagsOfRounds(database, tags);
  if (form === 'csv') yield 'dialogue_id,speaker,text,time,domain,tags\r\n';
  for (const id of ids) {
    const dialogue = known(findDialogue(database, id) ?? undefined, `dialogue ${id}`);
    const turns = turnsOf(dialogue, namesOf);
    const { externalId, source, domains } = dialogue;
    if (form === 'csv') {
      for (const { speaker, text, time, acts } of turns)
        yield csvLine([externalId, speaker, text, time ?? null, domains.join(' '), acts.join(' ')]);
    } else {
      const said = Object.entries(extraOf(id)).filter(([key]) => !OWN_KEYS.has(key));
      yield `${JSON.stringify({ ...Object.fromEntries(said), id: externalId, source, domain: domains, turns })}\n`;
    }
  }
}

/** The tags of a turn are given with its first message. */
const turnsOf = ({ rounds }: StoredDialogue, namesOf: ReturnType<typeof tagsOfRounds>) =>
  rounds.flatMap(({ id, role, utterances }) =>
    utterances.map(({ text, time }, at) => ({
      speaker: role,
      text,
      ...(time === null ? {} : { time }),
      acts: at === 0 ? namesOf(id) : [],
    })),
  );
