import { closeSync, openSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { nearestNames } from '#shared/algorithms/vocabulary/spelling.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type BuiltInTagger,
  type Edit,
  type EditOutcome,
  type TaggerName,
  type TaggingRun,
  taggingContract,
  tagsAreMoves,
} from '#shared/contract/tagging.ts';
import { accuracySchema } from '#shared/contract/teaching.ts';
import { ROLES, roleAt } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import type { DialogueId, TagId, TurnId } from '#shared/domain/ids.ts';
import { commitEdit, type Editor, editorOf, takeStep, unchanged } from '../../editing/commit.ts';
import { giveTag, tagRemover } from '../../editing/decide-tags.ts';
import { inProject, translateError } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import { beginOutput, type OutputTarget, targetOf } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import { externalIdReader, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { placeReader, turnsAfter } from '../../store/corpus/turn-table.ts';
import { hasAnnotations } from '../../store/corpus/utterance-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { listEdits, nextSteps } from '../../store/edits/log/edit-log.ts';
import { CHANGES_TAGS, effectOf, topicsOfStep } from '../../store/edits/log/placed-changes.ts';
import { listRuns } from '../../store/runs/run-table.ts';
import {
  findTaggingRun,
  requireTaggingRun,
  taggingRuns,
  tagNamesFor,
  wordsOf,
} from '../../store/runs/tagging-runs.ts';
import { moveConfidenceReader } from '../../store/tags/move-table.ts';
import { ensureTagNamed, readVocabulary } from '../../store/tags/tag-table.ts';
import { answersIn, effectiveTagReader, runTagNameReader, TAUGHT } from '../../store/tags/turn-tags.ts';
import { renameTag, vocabularyReader } from '../vocabulary/index.ts';
import { taggingJob } from './tagging-job.ts';

const resultSchema = z.object({ accuracy: accuracySchema });

function describeTaught(database: ReadDatabase): {
  readonly by: string | null;
  readonly missing: string | null;
} {
  const answers = answersIn(database);
  const moves = new Set([...answers.values()].flat());
  const by = `The tagger learned from ${formatAmount(answers.size, 'turn')} with ${formatAmount(moves.size, 'move')}.`;
  return {
    by: answers.size === 0 ? null : [by, accuracyOfLast(database)].filter(Boolean).join(' '),
    missing: moves.size < 2 ? 'First, name at least two different moves in Teach.' : null,
  };
}

function accuracyOfLast(database: ReadDatabase): string | null {
  const last = listRuns(database, 'tagging').find(
    ({ params }) => params.tagger === TAUGHT && params.from === null,
  );
  const accuracy = last && resultSchema.safeParse(last.result).data?.accuracy;
  if (!accuracy || accuracy.mean === null) return null;
  const { mean, low, high } = accuracy;
  const times = `${formatShare(mean)} (${formatShare(low)} to ${formatShare(high)})`;
  return `After learning from ${formatAmount(Number(last?.params.answers), 'turn')}, the tagger was right for ${times} of the answers that were held back for testing.`;
}

const TURNS_PER_CHUNK = 1000;

/** Writes the moves of each turn and their words, one line per turn, without the text of dialogues. */
async function exportTags(
  database: ReadDatabase,
  run: TaggingRun,
  target: OutputTarget,
  signal: AbortSignal,
): Promise<{ path: string; bytes: number; turns: number }> {
  const words = tagsAreMoves(run.tagger) ? wordsOf(database, run) : run.id;
  const namesOf = (of: TaggingRun['id'] | null) =>
    of === null ? (): string[] => [] : tagNamesFor(database, of);
  const movesOf = namesOf(tagsAreMoves(run.tagger) ? run.id : null);
  const given = runTagNameReader(database, run.id, readVocabulary(database));
  const sureOf = moveConfidenceReader(database, run.id);
  const wordsOfTurn = namesOf(words);
  const externalIdOf = externalIdReader(database);
  const output = beginOutput(target);
  try {
    const file = openSync(output.temporary, 'w');
    let turns = 0;
    try {
      let before: { dialogue: DialogueId; position: number } | null = null;
      for (;;) {
        const chunk = turnsAfter(database, before, TURNS_PER_CHUNK);
        const lines = chunk.map(({ id, dialogue, position, role }) => {
          const sure = new Map(sureOf(id).map((confidence, at) => [given(id)[at], confidence]));
          return JSON.stringify({
            dialogueId: externalIdOf(dialogue),
            turn: position,
            role: roleAt(role),
            // Moves given by a person, and "other", have no confidence.
            moves: movesOf(id).map((name) => ({ name, confidence: sure.get(name) ?? null })),
            words: wordsOfTurn(id),
          });
        });
        writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
        turns += chunk.length;
        before = chunk.at(-1) ?? before;
        if (chunk.length < TURNS_PER_CHUNK) break;
        await breathe();
        signal.throwIfAborted();
      }
    } finally {
      closeSync(file);
    }
    return { ...output.finish(), turns };
  } catch (error) {
    output.discard();
    throw translateError(error, target.path);
  }
}

function turnAt(database: ReadDatabase, turn: TurnId, run: TaggingRun) {
  const place = inProject(placeReader(database)(turn), 'turn', turn);
  const vocabulary = readVocabulary(database);
  return {
    vocabulary,
    words: `turn ${place.index + 1} of ${place.externalId}`,
    ...effectiveTagReader(database, run, vocabulary)(turn),
  };
}

function addTag(by: Editor, run: TaggingRun, turn: TurnId, name: string): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const { words, tags } = turnAt(database, turn, run);
    if (tags.some((tag) => tag.name === name && tag.origin === 'person')) return unchanged(database);
    const tag = ensureTagNamed(database, name);
    return commitEdit(by, 'add-tag', `Add #${name} to ${words}`, [giveTag(run, turn, tag)]);
  })();
}

function requirePresent(database: ReadDatabase, run: TaggingRun, turn: TurnId, tag: TagId) {
  const at = turnAt(database, turn, run);
  const canonical = at.vocabulary.canonical(tag);
  const present = at.tags.find((candidate) => candidate.id === canonical);
  if (!present) {
    throw new DialogramError(
      'NOT_FOUND',
      `${at.words} does not have the tag ${at.vocabulary.nameOf(tag) || tag}.`,
      {
        place: at.words,
        value: String(tag),
        nextStep: 'The tags may have changed. Look at the turn again.',
      },
    );
  }
  return { ...at, present };
}

function removeTag(by: Editor, run: TaggingRun, turn: TurnId, tag: TagId): EditOutcome {
  const { database } = by.project;
  const { vocabulary, words, present } = requirePresent(database, run, turn, tag);
  return commitEdit(
    by,
    'remove-tag',
    `Remove #${present.name} from ${words}`,
    tagRemover(database, run, vocabulary)(turn, present.id),
  );
}

function replaceTag(by: Editor, run: TaggingRun, turn: TurnId, tag: TagId, name: string): EditOutcome {
  const { database } = by.project;
  return database.transaction(() => {
    const { vocabulary, words, tags, present } = requirePresent(database, run, turn, tag);
    if (present.name === name) return unchanged(database);
    const next = ensureTagNamed(database, name);
    // A tag that a person has already given keeps its place.
    const isTheirs = tags.some((other) => other.name === name && other.origin === 'person');
    return commitEdit(by, 'replace-tag', `Replace #${present.name} with #${name} in ${words}`, [
      ...tagRemover(database, run, vocabulary)(turn, present.id),
      ...(isTheirs ? [] : [giveTag(run, turn, next)]),
    ]);
  })();
}

/** At most this many similar tags are suggested for an unknown name. */
const MOST_NEAREST = 3;

const TAGGERS: readonly { name: TaggerName; title: string; description: string }[] = [
  {
    name: 'offline',
    title: 'Offline tagger',
    description:
      'Tags each turn with the words that best predict the next turn. English only; nothing leaves this machine.',
  },
  {
    name: 'moves',
    title: 'Moves',
    description:
      'Finds what each turn does, such as asking for details or apologizing. Support dialogues are tagged by a built-in tagger, other dialogues by context or cues. English only; nothing leaves this machine.',
  },
  {
    name: 'taught',
    title: 'Taught by your answers',
    description: 'Learns what each turn does from your answers in Teach.',
  },
  {
    name: 'annotations',
    title: 'Annotations in the file',
    description: 'Uses the dialogue acts from the imported file.',
  },
  {
    name: 'model',
    title: 'Language model',
    description:
      'Lets a language model tag whole dialogues, on this machine or through a provider you approve.',
  },
];

const JOB_TITLES: Record<BuiltInTagger, string> = {
  offline: 'Tagging offline',
  moves: 'Finding moves',
  annotations: 'Tagging with annotations',
};

function whyUnavailable(database: ReadDatabase, tagger: TaggerName): string | null {
  if (lastDialogue(database) === null) return 'There are no dialogues yet.';
  if (tagger === 'annotations' && !hasAnnotations(database)) return 'The imported files have no annotations.';
  return null;
}

const step = (project: Project, edit: Edit | null): EditOutcome => {
  if (edit) project.changes.announce('edits', ...topicsOfStep(effectOf(project.app.edits, edit.kind)));
  return { edit, ...nextSteps(project.database) };
};

export const feature = defineFeature({
  contract: taggingContract,
  methods: {
    taggers: ({ project: { database } }) => {
      const taught = describeTaught(database);
      return TAGGERS.map((tagger) => ({
        ...tagger,
        ...(tagger.name === 'taught' && taught.by && { description: `${tagger.description} ${taught.by}` }),
        unavailable:
          whyUnavailable(database, tagger.name) ?? (tagger.name === 'taught' ? taught.missing : null),
      }));
    },
    run: ({ input, project }) => {
      return { job: project.jobs.start(taggingJob, JOB_TITLES[input.tagger], input) };
    },
    runs: ({ project }) => taggingRuns(project.database),
    export: ({ input, project, session, signal }) =>
      exportTags(
        project.database,
        requireTaggingRun(project.database, input.run),
        targetOf(session, input),
        AbortSignal.any([project.closing, ...(signal ? [signal] : [])]),
      ),
    vocabulary: async ({ input, project }) => {
      const run = findTaggingRun(project.database, input.run);
      if (!run) return { total: 0, items: [], nearest: [] };
      const query = input.query.trim().replace(/^#/, '').toLowerCase();
      const tags = await project
        .use(vocabularyReader)
        .ask('list', { run: { id: run.id, tagger: run.tagger } });
      const offered = tags
        .filter(({ archived }) => !archived)
        .map(({ id, name, turns, byRole }) => ({
          id,
          name,
          turns,
          roles: ROLES.filter((role) => byRole[role] > 0),
        }));
      const items = offered.filter(({ name }) => name.toLowerCase().includes(query));
      const names = offered.map(({ name }) => name);
      return {
        total: items.length,
        items: items.slice(input.offset, input.offset + input.limit),
        nearest: items.length > 0 ? [] : nearestNames(query, names, MOST_NEAREST).map((at) => offered[at]!),
      };
    },
    addTag: ({ input, project, session }) => {
      const run = requireTaggingRun(project.database, input.run);
      return addTag(editorOf(session, input.reason), run, input.turn, input.tag);
    },
    removeTag: ({ input, project, session }) => {
      const run = requireTaggingRun(project.database, input.run);
      return removeTag(editorOf(session, input.reason), run, input.turn, input.tag);
    },
    replaceTag: ({ input, project, session }) => {
      const run = requireTaggingRun(project.database, input.run);
      return replaceTag(editorOf(session, input.reason), run, input.turn, input.tag, input.by);
    },
    renameTag: ({ input, session }) =>
      renameTag(editorOf(session, input.reason), input.tag, input.name, input.merge),
    undo: async ({ project }) => step(project, await takeStep(project, 'backward')),
    redo: async ({ project }) => step(project, await takeStep(project, 'forward')),
    history: ({ input, project: { database } }) => ({
      ...listEdits(database, input.offset, input.limit),
      ...nextSteps(database),
    }),
  },
  jobs: [taggingJob],
  edits: { 'add-tag': CHANGES_TAGS, 'remove-tag': CHANGES_TAGS, 'replace-tag': CHANGES_TAGS },
});
