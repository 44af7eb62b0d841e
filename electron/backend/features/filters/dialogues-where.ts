import { evaluateFilter } from '#shared/algorithms/filters/evaluate-filter.ts';
import { readWhere, UnreadableFilter } from '#shared/algorithms/filters/read-where.ts';
import {
  createFieldBuilder,
  passesSequence,
  TAG_FIELDS,
  tagFields,
} from '#shared/algorithms/filters/tag-fields.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { OutcomeChoice } from '#shared/domain/dialogue.ts';
import { type DialogueField, type DialogueFilter, partsOf } from '#shared/domain/dialogue-filter.ts';
import type { DialogueId, RunId, TurnId } from '#shared/domain/ids.ts';
import {
  type DialogueFields,
  dialogueFields,
  fieldsState,
  turnTimes,
} from '../../store/corpus/dialogue-fields.ts';
import { searchDialogues } from '../../store/corpus/search.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { dialoguesWithTag } from '../../store/review/turn-filter.ts';
import { latestRun } from '../../store/runs/run-table.ts';
import { tagNamesFor } from '../../store/runs/tagging-runs.ts';
import { readOutcome } from '../../store/tags/learning-rows.ts';
import { tagsNamed } from '../../store/tags/tag-table.ts';
import { decidedTurns } from '../../store/tags/turn-tags.ts';
import { readTopicDecisions, TOPICS_RUN, topicsOfDialogues } from '../../store/topics/topic-table.ts';
import { dialoguesOnPath, lastStates, type ProjectTurns, taggedTurns } from './automaton-paths.ts';

interface Tags {
  readonly id: RunId;
  readonly tagger: string;
}

const kept = new WeakMap<ReadDatabase, { readonly state: string; readonly facts: DialogueFields }>();

/** Returns a key under which results computed from fields can be cached. It changes when the fields change. */
export function factsState(database: ReadDatabase, tags: Tags | null): string {
  const topicsRun = latestRun(database, TOPICS_RUN)?.id ?? null;
  const outcome = tags === null ? null : readOutcome(database);
  const readsAutomaton = outcome?.kind === 'last-state' || outcome?.kind === 'last-tag';
  const versions = (['corpus_version', 'edit_version', 'run_tags_version'] as const).map((key) =>
    versionOf(database, key),
  );
  return JSON.stringify([
    tags?.id ?? null,
    topicsRun,
    topicsRun === null ? null : readTopicDecisions(database),
    outcome,
    readsAutomaton ? (latestRun(database, 'automaton')?.id ?? 0) : 0,
    versions,
    fieldsState(database),
  ]);
}

/** Returns all fields of dialogues. `file.NAME` always means the field of a file. */
export function dialogueFacts(database: ReadDatabase, tags: Tags | null): DialogueFields {
  const ofFiles = dialogueFields(database);
  const topicsRun = latestRun(database, TOPICS_RUN)?.id ?? null;
  if (tags === null && topicsRun === null) return ofFiles;
  const outcome = tags === null ? null : readOutcome(database);
  const state = factsState(database, tags);
  const known = kept.get(database);
  if (known?.state === state) return known.facts;
  const topics = topicsRun === null ? [] : [topicField(database, ofFiles.dialogueIds)];
  const own = tags === null || outcome === null ? [] : fieldsOfTags(database, tags, outcome);
  const names: readonly string[] = [...(tags === null ? [] : TAG_FIELDS), ...topics.map(({ name }) => name)];
  const renamed = ofFiles.fields.map((field) =>
    names.includes(field.name) ? { ...field, name: `file.${field.name}` } : field,
  );
  const told =
    outcome?.kind === 'field'
      ? renamed.filter(({ name }) => name === outcome.field).map((field) => ({ ...field, name: 'outcome' }))
      : outcome?.kind === 'last-state'
        ? [statesField(ofFiles.dialogueIds, lastStates(database))]
        : [];
  const facts = { ...ofFiles, fields: [...renamed, ...topics, ...own, ...told] };
  kept.set(database, { state, facts });
  return facts;
}

function fieldsOfTags(database: ReadDatabase, tags: Tags, outcome: OutcomeChoice): DialogueField[] {
  const turns = taggedTurns(database, tags);
  return tagFields({
    rows: turns.rows,
    shown: turns.shown,
    times: turnTimes(database, turns.dialogueIds),
    outcome: outcome.kind === 'last-tag' || outcome.kind === 'tags' ? outcome : null,
    isCorrected: correctedIn(database, tags, turns),
  });
}

function topicField(database: ReadDatabase, dialogueIds: readonly DialogueId[]): DialogueField {
  const topics = topicsOfDialogues(database);
  const builder = createFieldBuilder('topic');
  dialogueIds.forEach((id, place) => {
    const topic = topics?.get(id);
    if (topic !== undefined) builder.add(place, topic);
  });
  return builder.finish(dialogueIds.length);
}

export const isOfTags = (field: string): boolean =>
  TAG_FIELDS.some((name) => name === field.toLowerCase()) || field.toLowerCase().startsWith('file.');

function statesField(
  dialogueIds: readonly DialogueId[],
  states: ReadonlyMap<DialogueId, number>,
): DialogueField {
  const builder = createFieldBuilder('outcome');
  dialogueIds.forEach((id, place) => {
    const state = states.get(id);
    if (state !== undefined) builder.add(place, `state ${state}`);
  });
  return builder.finish(dialogueIds.length);
}

function correctedIn(database: ReadDatabase, { tagger }: Tags, { turnIds, rows }: ProjectTurns) {
  const decided: ReadonlySet<TurnId> = decidedTurns(database, tagger);
  return (dialogue: number): boolean => {
    if (decided.size === 0) return false;
    for (let turn = rows.turnOffsets[dialogue]!; turn < rows.turnOffsets[dialogue + 1]!; turn++)
      if (decided.has(turnIds[turn] as TurnId)) return true;
    return false;
  };
}

const LISTED_FIELDS = 20;

/** Former names of fields. Filters and stories that were saved with them still work. */
const OLD_NAMES: Readonly<Record<string, string>> = { rounds: 'turns', domain: 'brand' };

/** Finds a field, ignoring case. @throws DialogramError INVALID, listing the fields */
export function fieldNamed(fields: readonly DialogueField[], name: string, place = 'where'): DialogueField {
  const wanted = name.toLowerCase();
  const called = (other: string | undefined) => fields.find((one) => one.name.toLowerCase() === other);
  const field = called(wanted) ?? called(OLD_NAMES[wanted]);
  if (field) return field;
  const known = fields.map((one) => one.name);
  throw new DialogramError('INVALID', `No dialogue has a field "${name}".`, {
    place,
    value: name,
    nextStep: `The fields are ${known.slice(0, LISTED_FIELDS).join(', ')}${known.length > LISTED_FIELDS ? ', …' : ''}. You can also filter by tag or text.`,
  });
}

export interface TagSource {
  readonly id: RunId;
  readonly tagger: string;
}

/** Returns a function that finds the dialogues with a tag. It looks up the tagging run only if it needs one. */
export const tagReader =
  (database: ReadDatabase, tagsOf: () => TagSource | null) =>
  (tag: string): Set<DialogueId> | null => {
    const tags = tagsOf();
    return tags && dialoguesWithTag(database, tags, tag.replace(/^#/, ''));
  };

/** Returns a reader of a turn's current tags; none before tagging. */
export function tagsOfTurns(database: ReadDatabase, tags: TagSource | null): (turn: TurnId) => string[] {
  return tags === null ? () => [] : tagNamesFor(database, tags.id);
}

/** Returns the dialogues that pass a filter; null for all. @throws DialogramError INVALID for an invalid filter */
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
      const turns = taggedTurns(database, run);
      const passing = passesSequence(test, turns);
      return bits(new Set(turns.dialogueIds.filter((_, at) => passing[at] === 1) as Iterable<DialogueId>));
    },
    onPath: (test) =>
      bits(
        dialoguesOnPath(database, test, (dialogue) =>
          run === null ? -1 : taggedTurns(database, run).lastTaggedTurn(dialogue),
        ),
      ),
  });
  return new Set(dialogueIds.filter((_, at) => passed[at] === 1));
}

const needsTags = (filter: DialogueFilter): boolean =>
  partsOf(filter).some((part) => (part.kind === 'field' || part.kind === 'missing') && isOfTags(part.field));

const noTag = (tag: string): DialogramError =>
  new DialogramError('INVALID', `There is no tag "${tag}" in this project.`, {
    place: 'where',
    value: tag,
    nextStep: 'Write the tag as it appears in the list of tags.',
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
      nextStep: 'Write a filter like this: domain = hotel and turns > 8 and not tag = "ask for details".',
    });
  }
}

/** Refuses numbers and dates that cannot be read. They would silently match nothing. */
function checkBounds(filter: DialogueFilter, field: (name: string) => DialogueField): void {
  for (const part of partsOf(filter)) {
    if (part.kind !== 'field' || part.comparison === '=') continue;
    const { kind, name } = field(part.field);
    const [bound = ''] = part.values;
    const fits = kind === 'number' ? Number.isFinite(Number(bound)) : !Number.isNaN(Date.parse(bound));
    if (kind === 'words' || fits) continue;
    throw new DialogramError(
      'INVALID',
      `The field "${name}" has ${kind}s, and "${bound}" is not a ${kind}.`,
      {
        place: 'where',
        value: bound,
        nextStep: kind === 'number' ? 'Write a number.' : 'Write a date such as 2017-11-01.',
      },
    );
  }
}
