import { createFieldBuilder, TAG_FIELDS, tagFields } from '#shared/algorithms/filters/tag-fields.ts';
import type { OutcomeChoice } from '#shared/domain/dialogue.ts';
import type { DialogueField } from '#shared/domain/dialogue-filter.ts';
import type { DialogueId, RoundId, RunId } from '#shared/domain/ids.ts';
import { type DialogueFields, dialogueFields, roundTimes } from '../../store/corpus/dialogue-fields.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { latestRun } from '../../store/runs/run-table.ts';
import { readOutcome } from '../../store/tags/outcome-choice.ts';
import { decidedRounds } from '../../store/tags/round-tags.ts';
import { readTopicDecisions, TOPICS_RUN, topicsOfDialogues } from '../../store/topics/topic-table.ts';
import { lastStates, type ProjectRounds, taggedRounds } from './automaton-ways.ts';

interface Tags {
  readonly id: RunId;
  readonly tagger: string;
}

const kept = new WeakMap<ReadDatabase, { readonly state: string; readonly facts: DialogueFields }>();

/** Returns all fields of dialogues: from files, counted, topics and tags. A file's field may be `file.NAME`. */
export function dialogueFacts(database: ReadDatabase, tags: Tags | null): DialogueFields {
  const ofFiles = dialogueFields(database);
  const topicsRun = latestRun(database, TOPICS_RUN)?.id ?? null;
  if (tags === null && topicsRun === null) return ofFiles;
  const outcome = tags === null ? null : readOutcome(database);
  const automaton = outcome?.kind === 'last-state' ? (latestRun(database, 'automaton')?.id ?? 0) : 0;
  const versions = (['corpus_version', 'edit_version', 'run_tags_version'] as const).map((key) =>
    versionOf(database, key),
  );
  const state = JSON.stringify([
    tags?.id ?? null,
    topicsRun,
    topicsRun === null ? null : readTopicDecisions(database),
    outcome,
    automaton,
    versions,
    ofFiles.dialogueIds.length,
  ]);
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
  const rounds = taggedRounds(database, tags);
  return tagFields({
    rows: rounds.rows,
    times: roundTimes(database, rounds.dialogueIds),
    outcome: outcome.kind === 'last-tag' || outcome.kind === 'tags' ? outcome : null,
    isCorrected: correctedIn(database, tags, rounds),
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

/** Returns true if a field's values come from tags. */
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

function correctedIn(database: ReadDatabase, { tagger }: Tags, { roundIds, rows }: ProjectRounds) {
  const decided: ReadonlySet<RoundId> = decidedRounds(database, tagger);
  return (dialogue: number): boolean => {
    if (decided.size === 0) return false;
    for (let round = rows.roundOffsets[dialogue]!; round < rows.roundOffsets[dialogue + 1]!; round++)
      if (decided.has(roundIds[round] as RoundId)) return true;
    return false;
  };
}
