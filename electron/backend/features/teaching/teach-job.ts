import type { z } from 'zod';
import { OTHER } from '#shared/algorithms/moves/moves-model.ts';
import { tagsAreMoves } from '#shared/contract/tagging.ts';
import { type TeachingResult, teachInputSchema } from '#shared/contract/teaching.ts';
import { ROLE_NAMES, ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breather.ts';
import type { JobContext, JobKind } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { corpusFingerprint } from '../../store/corpus/dialogue-table.ts';
import { asRun } from '../../store/runs/run-table.ts';
import { taggingRuns, tagNamesFor } from '../../store/runs/tagging-runs.ts';
import { moveConfidenceReader, runMoveWriter } from '../../store/tags/move-table.ts';
import { ensureTagNamed } from '../../store/tags/tag-table.ts';
import { answersIn, runTagWriter, TAUGHT } from '../../store/tags/turn-tags.ts';
import { inThread } from '../../workers/in-thread.ts';
import { finishTagging, wordsRun } from '../tagging/index.ts';
import { answeredTogether, requireTwoMoves } from './answers.ts';
import { accuracyOf } from './desk.ts';
import { fromSavedTagger, readSavedTagger } from './saved-tagger.ts';
import { SEED } from './seed.ts';
import type { Taught } from './teach-project.ts';

const TURNS_PER_CHUNK = 2000;

type TeachInput = z.infer<typeof teachInputSchema>;

interface MovesOfTurn {
  readonly names: readonly string[];
  readonly confidences: readonly number[];
}

async function runTeaching(
  project: Project,
  { holdBack, from }: TeachInput,
  context: JobContext,
): Promise<TeachingResult> {
  const { app, database, path } = project;
  const { resources } = app;
  const started = performance.now();
  const answers = from === null ? answersIn(database) : new Map<TurnId, [string, ...string[]]>();
  if (from === null) requireTwoMoves(answers);
  const saved = from === null ? null : fromSavedTagger(await readSavedTagger(from));
  const words = await wordsRun(project, context);
  const before = taggingRuns(database).find(({ tagger }) => tagsAreMoves(tagger)) ?? null;
  const row = {
    kind: 'tagging',
    params: { tagger: TAUGHT, words, before: before?.id ?? null, answers: answers.size, holdBack, from },
    seed: SEED,
    inputFingerprint: corpusFingerprint(database),
  };
  return asRun(database, row, async (run) => {
    const found = await inThread(
      'teaching',
      'teachProject',
      [
        saved
          ? { path, seed: SEED, resources, taught: saved }
          : {
              path,
              seed: SEED,
              resources,
              answers,
              together: answeredTogether(database),
              holdBack,
              vectors: true,
            },
      ],
      {
        signal: context.signal,
        onProgress: (progress) => context.report({ ...progress, unit: 'steps' }),
      },
    );
    const roles = saved ?? found.roles;
    const taughtRoles = new Set(roles.map(({ role }) => role));
    const warnings = ROLES.filter((role) => !taughtRoles.has(role)).map((role) =>
      untaught(role, before?.id ?? null),
    );
    const read = readerOf(project, answers, before?.id ?? null, found);
    let utterancesTagged = 0;
    const writeTags = runTagWriter(database, run, namedTags(project));
    const writeMoves = runMoveWriter(database, run);
    const total = found.turnIds.length;
    for (let start = 0; start < total; start += TURNS_PER_CHUNK) {
      const chunk = found.turnIds
        .slice(start, start + TURNS_PER_CHUNK)
        .map((id, at): [TurnId, MovesOfTurn] => {
          const said = read(id, start + at);
          if (said.names[0] !== OTHER) utterancesTagged += found.utterances[start + at]!;
          return [id, said];
        });
      writeTags(chunk.map(([id, { names }]): [TurnId, readonly string[]] => [id, names]));
      writeMoves(
        chunk.map(([turn, { confidences }]) => ({
          turn,
          first: -1,
          second: -1,
          moved: {
            leaf: -1,
            sentences: [],
            moves: confidences.map((confidence, move) => ({ leaf: -1, move, confidence })),
          },
        })),
      );
      context.report({ phase: 'writing moves', done: start + chunk.length, total, unit: 'turns' });
      await breathe();
      context.signal.throwIfAborted();
    }
    const accuracy = accuracyOf(found.judged);
    await finishTagging(database, run, { utterancesTagged, warnings, accuracy, model: null }, context.signal);
    const movesOf = (role: Role): string[] => [
      ...(roles.find((one) => one.role === role)?.taught.moves ?? []),
    ];
    return {
      run,
      answers: answers.size,
      accuracy,
      moves: { user: movesOf('user'), system: movesOf('system') },
      warnings,
      seconds: (performance.now() - started) / 1000,
    };
  });
}

const untaught = (role: Role, before: RunId | null): string =>
  `You named fewer than two moves for ${ROLE_NAMES[role]} turns, so these turns ${before === null ? `are #${OTHER}` : `keep the moves of run ${before}`}. Name the moves of more ${ROLE_NAMES[role]} turns first.`;

function namedTags({ database }: Project): (name: string) => TagId {
  const known = new Map<string, TagId>();
  return (name) => {
    const tag = known.get(name) ?? ensureTagNamed(database, name);
    known.set(name, tag);
    return tag;
  };
}

/** A person's moves take precedence over the trained tagger's, and those over the earlier run's. */
function readerOf(
  { database }: Project,
  answers: ReadonlyMap<TurnId, readonly string[]>,
  before: RunId | null,
  found: Taught,
): (id: TurnId, at: number) => MovesOfTurn {
  const tagsBefore = before === null ? null : tagNamesFor(database, before);
  const sureBefore = before === null ? null : moveConfidenceReader(database, before);
  return (id, at) => {
    const answer = answers.get(id);
    if (answer) return { names: answer, confidences: [] };
    const said = found.turns[at];
    if (said)
      return { names: said.map(({ move }) => move), confidences: said.map(({ confidence }) => confidence) };
    const names = tagsBefore?.(id) ?? [];
    return names.length === 0
      ? { names: [OTHER], confidences: [] }
      : { names, confidences: sureBefore?.(id) ?? [] };
  };
}

export const teachJob: JobKind<Project, TeachInput> = {
  kind: 'teaching',
  params: teachInputSchema,
  topics: ['project', 'runs'],
  run: runTeaching,
};
