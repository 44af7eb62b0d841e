import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { agreementContract } from '#shared/contract/agreement.ts';
import { problemIn } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import type { Side } from '#shared/contract/review.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { commitLargeEdit, type Editor, editorOf } from '../../editing/commit.ts';
import { tagDecider } from '../../editing/decide-tags.ts';
import { translateError } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { breathe } from '../../jobs/breather.ts';
import { type OutputTarget, targetOf, writeWhole } from '../../output/target.ts';
import type { Project } from '../../project.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { columnsOf, type DecisionChange } from '../../store/edits/log/edit-changes.ts';
import { versionOf } from '../../store/file/meta-table.ts';
import { requireTaggingRun, taggingRuns } from '../../store/runs/tagging-runs.ts';
import {
  type AnnotatedTurn,
  countCorrected,
  deleteAnnotationFile,
  findAnnotationFile,
  insertAnnotationFile,
  listAnnotationFiles,
  touchedTurns,
  turnFinder,
} from '../../store/tags/annotation-file-table.ts';
import { readVocabulary, tagNameOf } from '../../store/tags/tag-table.ts';
import { effectiveTagReader } from '../../store/tags/turn-tags.ts';
import { readInThread } from '../../workers/in-thread.ts';
import { readDifferences } from './read-differences.ts';
import { titleOfSide } from './read-sides.ts';

/** Number of turns to decide on before yielding to other work. */
const BATCH = 500;

/** Returns how many changes it makes or would make. @throws BUSY if somebody else changed tags in the meantime */
async function takeAll(
  by: Editor,
  run: TaggingRun,
  asked: {
    readonly left: Side;
    readonly right: Side;
    readonly take: 'left' | 'right';
    readonly apply: boolean;
  },
) {
  const { database } = by.project;
  const { left, right, take, apply } = asked;
  const title = titleOfSide(database, take === 'left' ? left : right);
  const version = versionOf(database, 'edit_version');
  const differences = await readDifferences(by.project, left, right, take);
  const total = { turns: 0, added: 0, removed: 0 };
  const changes: DecisionChange[] = [];
  const decide = tagDecider(database, run, { create: apply });
  for (const [at, { turn, tags }] of differences.entries()) {
    if (at % BATCH === BATCH - 1) await breathe();
    const decision = decide(turn, () => tags, { pin: false });
    if (decision.added.length + decision.removed.length === 0) continue;
    total.turns++;
    total.added += decision.added.length;
    total.removed += decision.removed.length;
    if (apply) changes.push(...decision.changes);
  }
  if (!apply) return { ...total, outcome: null };
  // A change stores the state before it, so nothing may have changed since the sides were read.
  if (versionOf(database, 'edit_version') !== version) {
    throw new DialogramError('BUSY', 'The tags changed while the two sides were being compared.', {
      nextStep: 'Try again.',
    });
  }
  const words = total.turns === 1 ? '1 turn' : `${total.turns} turns`;
  const outcome = await commitLargeEdit(
    by,
    'set-tags',
    `Use ${words} from ${title}`,
    columnsOf(run.tagger, changes),
  );
  return { ...total, outcome };
}

/** One line of exported corrections, without the turn's text. `turn` counts from 0. */
const annotationLineSchema = z.object({
  source: z.string(),
  dialogue: z.string().min(1),
  turn: z.int().min(0),
  tags: z.array(z.string().min(1).max(200)).max(1000),
  checked: z.boolean().default(false),
  flagged: z.string().max(1000).nullable().default(null),
  comment: z.string().max(4000).nullable().default(null),
  author: z.string().max(200).default(''),
});
type AnnotationLine = z.infer<typeof annotationLineSchema>;

const DIALOGUES_PER_BATCH = 1000;

/** Opens another person's export. @throws BAD_FILE if a line is invalid, or if no line is about this project */
async function openAnnotations(database: WriteDatabase, path: string) {
  const find = turnFinder(database);
  const turns = new Map<TurnId, AnnotatedTurn>();
  const authors = new Set<string>();
  let unknown = 0;
  let number = 0;
  try {
    const lines = createInterface({
      input: createReadStream(path, 'utf8'),
      crlfDelay: Number.POSITIVE_INFINITY,
    });
    for await (const line of lines) {
      number++;
      if (number % DIALOGUES_PER_BATCH === 0) await breathe();
      if (line.trim() === '') continue;
      const { source, dialogue, turn, author, ...said } = lineOf(line, number, path);
      if (author !== '') authors.add(author);
      const id = find(source, dialogue, turn);
      if (id === null) {
        unknown++;
        continue;
      }
      // Names must be valid tags, since they may become tags of this project.
      const tags = said.tags.map(tagNameOf).filter((name) => name !== null);
      turns.set(id, { ...said, turn: id, tags: [...new Set(tags)] });
    }
  } catch (error) {
    throw translateError(error, path);
  }
  if (turns.size === 0) {
    throw new DialogramError(
      'BAD_FILE',
      `${basename(path)} has no corrections for the dialogues in this project.`,
      {
        place: path,
        value: unknown === 0 ? 'no lines' : `${unknown} lines about other dialogues`,
        nextStep: 'Open corrections that were exported from a project with the same imported files.',
      },
    );
  }
  const file = insertAnnotationFile(
    database,
    {
      name: basename(path),
      author: [...authors].sort().join(', ').slice(0, 200) || 'unnamed',
      openedAt: new Date().toISOString(),
    },
    [...turns.values()],
  );
  const opened = findAnnotationFile(database, file);
  if (!opened) throw new Error(`The file ${file} that was just opened is missing.`);
  return { ...opened, unknown };
}

function lineOf(line: string, number: number, path: string) {
  const bad = (why: string): DialogramError =>
    new DialogramError('BAD_FILE', `Line ${number} of ${basename(path)} ${why}`, {
      place: `${path}, line ${number}`,
      value: line.slice(0, 100),
      nextStep: 'Choose a file that you made with "Export my corrections" or "dialogram annotations export".',
    });
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw bad('is not JSON.');
  }
  const older = z.object({ round: z.unknown() }).safeParse(value).data;
  // Older files call the turn a round.
  const parsed = annotationLineSchema.safeParse(older ? Object.assign({ turn: older.round }, value) : value);
  if (parsed.success) return parsed.data;
  throw bad(`is not an annotation: ${problemIn(parsed.error, 'the line')}`);
}

/** Checks the sides before the thread starts, so that the error says which one is missing. */
const checkSides = ({ database }: Project, ...sides: readonly Side[]): void => {
  for (const side of sides) titleOfSide(database, side);
};

export const feature = defineFeature({
  contract: agreementContract,
  methods: {
    compare: ({ input, project }) => {
      checkSides(project, input.left, input.right);
      const { path, closing: signal } = project;
      return readInThread(path, 'agreement', 'compareSides', [input.left, input.right], { signal });
    },
    export: ({ input, project, session }) => {
      const target = targetOf(session, input);
      const run = requireTaggingRun(project.database, input.run);
      const author = input.author ?? editorOf(session).author;
      return exportAnnotations(project.database, run, author, target);
    },
    openFile: async ({ input, project, session }) => {
      const file = await openAnnotations(project.database, session.files.forReading(input.path));
      project.changes.announce('runs');
      return file;
    },
    files: ({ project }) => listAnnotationFiles(project.database),
    corrected: ({ project: { database } }) =>
      taggingRuns(database)
        .map(({ id, tagger }) => ({ run: id, turns: countCorrected(database, tagger) }))
        .filter(({ turns }) => turns > 0),
    closeFile: ({ input, project }) => {
      const closed = deleteAnnotationFile(project.database, input.file);
      if (closed) project.changes.announce('runs');
      return { closed };
    },
    takeAll: ({ input, project, session }) => {
      checkSides(project, input.left, input.right);
      const run = requireTaggingRun(project.database, input.run);
      return takeAll(editorOf(session), run, input);
    },
  },
});

function exportAnnotations(
  database: ReadDatabase,
  run: TaggingRun,
  author: string,
  target: OutputTarget,
): { path: string; bytes: number; turns: number } {
  const read = effectiveTagReader(database, run, readVocabulary(database));
  const turns = touchedTurns(database, run.tagger);
  const lines = turns.map(({ id, turn, ...line }): AnnotationLine => {
    const tags = read(id as TurnId).tags.map((tag) => tag.name);
    return { ...line, turn, tags, author };
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return { ...writeWhole(target, text), turns: turns.length };
}
