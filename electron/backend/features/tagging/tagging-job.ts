import type { z } from 'zod';
import {
  type MovedTurn,
  type MovesModel,
  OTHER,
  OTHER_LANGUAGE,
} from '#shared/algorithms/moves/moves-model.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import {
  type BuiltInTagger,
  type BuiltInTagging,
  builtInTaggingSchema,
  type MovesSummary,
  type TaggingResult,
} from '#shared/contract/tagging.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { RunId, TurnId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breather.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { corpusFingerprint, lastDialogue } from '../../store/corpus/dialogue-table.ts';
import { annotationReader } from '../../store/corpus/utterance-table.ts';
import type { WriteDatabase } from '../../store/database.ts';
import { asRun, listRuns } from '../../store/runs/run-table.ts';
import {
  beginEncoderRun,
  clearVectors,
  type StoredVectors,
  saveVectors,
} from '../../store/runs/vector-table.ts';
import { readOwnCues, regroupNewRun } from '../../store/tags/move-decision-table.ts';
import { runMoveWriter, writeMoveFigures } from '../../store/tags/move-table.ts';
import { tagNameOf } from '../../store/tags/tag-table.ts';
import { runTagWriter } from '../../store/tags/turn-tags.ts';
import { inThread } from '../../workers/in-thread.ts';
import { type EncoderPlace, sentenceVectors } from '../comparison/index.ts';
import { finishTagging } from './finish-tagging.ts';

const SEED = 1;
const TURNS_PER_MOVE_CHUNK = 2000;

/** Tags every turn with one or two moves, as "other", or as a turn in another language. */
async function tagByMoves(
  { app, database, path }: Project,
  run: RunId,
  {
    moves,
    method,
    encoder,
  }: Pick<z.infer<typeof builtInTaggingSchema>, 'moves' | 'method'> & {
    readonly encoder: EncoderPlace | null;
  },
  context: JobContext,
) {
  const found = await inThread(
    'moves',
    'findMoves',
    [
      {
        path,
        moves: moves ?? 'auto',
        method: method ?? 'auto',
        seed: SEED,
        cues: readOwnCues(database),
        encoder,
        resources: app.resources,
      },
    ],
    {
      signal: context.signal,
      onProgress: (progress) => context.report(progress),
    },
  );
  const namesOf = namer(found.model);
  const writeTags = runTagWriter(database, run);
  const writeMoves = runMoveWriter(database, run);
  const total = found.turnIds.length;
  let utterancesTagged = 0;
  let foreign = 0;
  for (let start = 0; start < total; start += TURNS_PER_MOVE_CHUNK) {
    const chunk = found.turnIds.slice(start, start + TURNS_PER_MOVE_CHUNK).map((id, at) => {
      const turn = found.turns[start + at]!;
      const { first, second } = found.figures;
      if (turn.foreign) foreign++;
      if (turn.moves.length > 0) utterancesTagged += found.utterances[start + at]!;
      return { turn: id, moved: turn, first: first[start + at]!, second: second[start + at]! };
    });
    writeTags(chunk.map(({ turn, moved }): [TurnId, string[]] => [turn, namesOf(moved)]));
    writeMoves(chunk);
    context.report({ phase: 'writing moves', done: start + chunk.length, total, unit: 'turns' });
    await breathe();
    context.signal.throwIfAborted();
  }
  if (found.vectors) await keepTurnVectors(database, found.vectors, context);
  writeMoveFigures(database, run, found.figures, found.turnIds);
  regroupNewRun(database, run, found.model, found.figures);
  const warnings =
    foreign === 0
      ? []
      : [
          `${foreign} of ${total} turns are ${found.model.method === 'support' ? 'not in English, and the support tagger reads only English' : 'in a language that fewer than 5 % of the dialogues use'}. These turns have the move #${OTHER_LANGUAGE}.`,
        ];
  return {
    utterancesTagged,
    warnings,
    model: { kind: 'moves', ...found.model },
    moves: summaryOf(found.model),
  };
}

async function keepTurnVectors(
  database: WriteDatabase,
  vectors: Omit<StoredVectors, 'model'>,
  context: JobContext,
): Promise<void> {
  const run = beginEncoderRun(database, vectors);
  clearVectors(database, run);
  const total = vectors.turnIds.length;
  for (let start = 0; start < total; start += TURNS_PER_MOVE_CHUNK) {
    const end = Math.min(total, start + TURNS_PER_MOVE_CHUNK);
    saveVectors(database, run, vectors, start, end);
    context.report({ phase: 'saving the vectors', done: end, total, unit: 'turns' });
    await breathe();
    context.signal.throwIfAborted();
  }
}

function namer({ roles }: MovesModel): (turn: MovedTurn) => string[] {
  const cuts = new Map(roles.map(({ role, cut, names }) => [role, cut.map((node) => names[node] ?? OTHER)]));
  return ({ role, foreign, moves }) =>
    foreign
      ? [OTHER_LANGUAGE]
      : moves.length === 0
        ? [OTHER]
        : moves.map(({ move }) => cuts.get(role)?.[move] ?? OTHER);
}

function summaryOf({ method, why, encoder, stability, roles }: MovesModel): MovesSummary {
  const ofRole = (role: Role) => roles.find((model) => model.role === role);
  const all = roles.map(({ turns, otherTurns }) => turns.reduce((sum, count) => sum + count, otherTurns));
  const named = (role: Role): MovesSummary['moves']['user'] => {
    const model = ofRole(role);
    if (!model) return [];
    const sum = model.turns.reduce((total, count) => total + count, model.otherTurns);
    return model.cut
      .map((node, at) => ({ name: model.names[node]!, turns: model.turns[at]! }))
      .map((move) => ({ ...move, share: sum === 0 ? 0 : move.turns / sum }))
      .sort((a, b) => b.turns - a.turns || (a.name < b.name ? -1 : 1));
  };
  const other = ROLES.reduce((sum, role) => sum + (ofRole(role)?.otherTurns ?? 0), 0);
  const turns = all.reduce((sum, count) => sum + count, 0);
  return {
    method,
    why,
    encoder,
    moves: { user: named('user'), system: named('system') },
    otherShare: turns === 0 ? 0 : other / turns,
    stability,
  };
}

/** The error if no turn has a tag. It is thrown at once, because learning would only fail later. */
const NO_TAG = 'No tags were found. If the file has annotations, use them. Otherwise, import more dialogues.';

interface TaggerOutcome {
  readonly utterancesTagged: number;
  readonly warnings: string[];
  readonly model: unknown;
  readonly moves?: MovesSummary;
}

type Tagger = (project: Project, run: RunId, context: JobContext) => Promise<TaggerOutcome>;

const TAGGERS: Record<Exclude<BuiltInTagger, 'moves'>, Tagger> = {
  annotations: tagByAnnotations,
  offline: tagOffline,
};

/**
 * After a cancellation or a failure, nothing is left of the run.
 * @param aside true for a comparison: the tags become current only if there are no others
 */
export async function runTagging(
  project: Project,
  settings: BuiltInTagging,
  context: JobContext,
  aside = false,
): Promise<TaggingResult> {
  const { database } = project;
  const started = performance.now();
  if (lastDialogue(database) === null) {
    throw new DialogramError('INVALID', 'There are no dialogues to tag.', {
      nextStep: 'Import a file first.',
    });
  }
  const { tagger, moves, method, encoder: name } = builtInTaggingSchema.parse(settings);
  const encoder = tagger === 'moves' && name ? project.use(sentenceVectors).onThisMachine(name) : null;
  const params =
    tagger === 'moves'
      ? { tagger, moves, method, encoder: encoder?.title ?? null, words: await wordsRun(project, context) }
      : { tagger };
  const row = {
    kind: 'tagging',
    params: { ...params, ...(aside && { aside }) },
    seed: null,
    inputFingerprint: corpusFingerprint(database),
  };
  return asRun(database, row, async (run) => {
    const tagged: TaggerOutcome =
      tagger === 'moves'
        ? await tagByMoves(project, run, { moves, method, encoder }, context)
        : await TAGGERS[tagger](project, run, context);
    const { utterancesTagged, warnings, model } = tagged;
    if (utterancesTagged === 0) warnings.push(NO_TAG);
    const facts = { utterancesTagged, warnings, model };
    const { vocabulary } = await finishTagging(database, run, facts, context.signal);
    const seconds = (performance.now() - started) / 1000;
    return { run, utterancesTagged, vocabulary, warnings, seconds, moves: tagged.moves ?? null };
  });
}

export async function wordsRun(project: Project, context: JobContext): Promise<RunId> {
  const { database } = project;
  const fingerprint = corpusFingerprint(database);
  const there = listRuns(database, 'tagging').find(
    ({ params, inputFingerprint }) => params.tagger === 'offline' && inputFingerprint === fingerprint,
  );
  return there?.id ?? (await runTagging(project, { tagger: 'offline' }, context)).run;
}

const DIALOGUES_PER_CHUNK = 200;

async function tagByAnnotations(
  { database }: Project,
  run: RunId,
  context: JobContext,
): Promise<TaggerOutcome> {
  const write = runTagWriter(database, run);
  const total = lastDialogue(database) ?? 0;
  const annotationsOf = annotationReader(database);
  let utterancesTagged = 0;
  for (let after = 0; after < total; after += DIALOGUES_PER_CHUNK) {
    const tagsOfTurn = new Map<TurnId, string[]>();
    for (const { turn, acts } of annotationsOf(after, after + DIALOGUES_PER_CHUNK)) {
      const names = acts.map(tagNameOf).filter((name) => name !== null);
      if (names.length > 0) utterancesTagged++;
      const tags = tagsOfTurn.get(turn) ?? [];
      for (const name of names) if (!tags.includes(name)) tags.push(name);
      tagsOfTurn.set(turn, tags);
    }
    write(tagsOfTurn);
    context.report({ phase: 'reading annotations', done: Math.min(after, total), total, unit: 'dialogues' });
    await breathe();
    context.signal.throwIfAborted();
  }
  if (utterancesTagged === 0) {
    throw new DialogramError('INVALID', 'No message in this project has annotations.', {
      nextStep: 'Use the offline tagger instead, or import a file whose turns have "acts".',
    });
  }
  return { utterancesTagged, warnings: [], model: null };
}

const TURNS_PER_CHUNK = 4000;

async function tagOffline(
  { database, path }: Project,
  run: RunId,
  context: JobContext,
): Promise<TaggerOutcome> {
  const tagged = await inThread('offlineTagging', 'tagProject', [path], {
    signal: context.signal,
    onProgress: (progress) => context.report({ ...progress, unit: 'messages' }),
  });
  const write = runTagWriter(database, run);
  const total = tagged.turnIds.length;
  for (let start = 0; start < total; start += TURNS_PER_CHUNK) {
    const end = Math.min(total, start + TURNS_PER_CHUNK);
    write(
      Array.from(tagged.turnIds.subarray(start, end), (turn, at): [TurnId, string[]] => {
        const tags = tagged.tagIds.subarray(tagged.offsets[start + at], tagged.offsets[start + at + 1]);
        return [turn as TurnId, Array.from(tags, (id) => tagged.names[id] as string)];
      }),
    );
    context.report({ phase: 'writing tags', done: end, total, unit: 'turns' });
    await breathe();
    context.signal.throwIfAborted();
  }
  return { utterancesTagged: tagged.utterancesTagged, warnings: [], model: tagged.model };
}

export const taggingJob: JobKind<Project, z.infer<typeof builtInTaggingSchema>> = {
  kind: 'tagging',
  params: builtInTaggingSchema,
  topics: ['project', 'runs'],
  run: (project, settings, context) => runTagging(project, settings, context),
};
