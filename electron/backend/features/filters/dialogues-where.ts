import { evaluateFilter } from '#shared/algorithms/filters/evaluate-filter.ts';
import { readWhere, UnreadableFilter } from '#shared/algorithms/filters/read-where.ts';
import { passesSequence } from '#shared/algorithms/filters/tag-fields.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type DialogueField, type DialogueFilter, partsOf } from '#shared/domain/dialogue-filter.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { dialoguesWithTag } from '../../store/review/round-filter.ts';
import { tagsNamed } from '../../store/tags/tag-table.ts';
import { dialoguesOnWay, taggedRounds } from './automaton-ways.ts';
import { dialogueFacts, isOfTags } from './dialogue-facts.ts';
import { fieldNamed } from './field-named.ts';

/**
 * The dialogues that pass a filter; null if the filter is empty and all do.
 * @param run the run whose tags are used; null if nothing was tagged
 * @throws DialogramError INVALID if the filter cannot be read, or names something unknown
 */
export function dialoguesWhere(
  database: ReadDatabase,
  where: string,
  run: { readonly id: RunId; readonly tagger: string } | null,
): Set<DialogueId> | null {
  const filter = filterOf(where);
  if (filter === null) return null;
  const { dialogueIds, fields } = dialogueFacts(database, needsTags(filter) ? run : null);
  const bits = (ids: { has(id: DialogueId): boolean }): Uint8Array =>
    Uint8Array.from(dialogueIds, (id) => (ids.has(id) ? 1 : 0));
  const field = (name: string): DialogueField => fieldNamed(fields, name);
  checkBounds(filter, field);
  const passed = evaluateFilter(filter, {
    dialogues: dialogueIds.length,
    field,
    withTag: (tag) => {
      const ids = run === null ? null : dialoguesWithTag(database, run, tag);
      if (ids !== null) return bits(ids);
      throw noTag(tag);
    },
    withText: (query) => bits(searchDialogues(database, query) ?? new Set()),
    inSequence(test) {
      if (run === null) return new Uint8Array(dialogueIds.length);
      for (const { tag } of test.kind === 'order' ? [test.move, test.next] : [test.move])
        if (tagsNamed(database, tag).length === 0) throw noTag(tag);
      const rounds = taggedRounds(database, run);
      const passing = passesSequence(test, rounds);
      return bits(new Set(rounds.dialogueIds.filter((_, at) => passing[at] === 1) as Iterable<DialogueId>));
    },
    onWay: (test) =>
      bits(
        dialoguesOnWay(database, test, (dialogue) =>
          run === null ? -1 : taggedRounds(database, run).lastTaggedRound(dialogue),
        ),
      ),
  });
  return new Set(dialogueIds.filter((_, at) => passed[at] === 1));
}

/** Returns true if a filter uses tags, which take a second to read at first. */
const needsTags = (filter: DialogueFilter): boolean =>
  partsOf(filter).some((part) => (part.kind === 'field' || part.kind === 'missing') && isOfTags(part.field));

const noTag = (tag: string): DialogramError =>
  new DialogramError('INVALID', `These tags do not include "${tag}".`, {
    place: 'where',
    value: tag,
    nextStep: 'Write the name as in the list of tags.',
  });

/** Parses a filter as typed; null if it is empty. @throws DialogramError INVALID if it cannot be read */
export function filterOf(where: string): DialogueFilter | null {
  if (where.trim() === '') return null;
  try {
    return readWhere(where);
  } catch (error) {
    if (!(error instanceof UnreadableFilter)) throw error;
    throw new DialogramError('INVALID', `The filter cannot be read: ${error.message}`, {
      place: `where, character ${error.at + 1}`,
      value: where.slice(error.at, error.at + 40) || where,
      nextStep: 'Write it like this: domain = hotel and turns > 8 and not tag = "ask for details".',
    });
  }
}

/** A bound that is not a number or date would silently match nothing. */
function checkBounds(filter: DialogueFilter, field: (name: string) => DialogueField): void {
  for (const part of partsOf(filter)) {
    if (part.kind !== 'field' || part.comparison === '=') continue;
    const { kind, name } = field(part.field);
    const [bound = ''] = part.values;
    const fits = kind === 'number' ? Number.isFinite(Number(bound)) : !Number.isNaN(Date.parse(bound));
    if (kind === 'words' || fits) continue;
    throw new DialogramError('INVALID', `"${name}" holds ${kind}s, and "${bound}" is not a ${kind}.`, {
      place: 'where',
      value: bound,
      nextStep: kind === 'number' ? 'Write a number.' : 'Write a date, e.g. 2017-11-01.',
    });
  }
}
