import type { z } from 'zod';
import {
  type MovedRound,
  type MovesModel,
  OTHER,
  OTHER_LANGUAGE,
} from '#shared/algorithms/moves/moves-model.ts';
import type { builtInTaggingSchema, MovesSummary } from '#shared/contract/tagging.ts';
import { ROLES, type Role } from '#shared/domain/dialogue.ts';
import type { RoundId, RunId } from '#shared/domain/ids.ts';
import { breathe } from '../../jobs/breathe.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { Project } from '../../project.ts';
import { readOwnCues, regroupNewRun } from '../../store/tags/move-decision-table.ts';
import { runMoveWriter, writeMoveFigures } from '../../store/tags/move-table.ts';
import { runTagWriter } from '../../store/tags/round-tags.ts';
import { inThread } from '../../workers/in-thread.ts';
import type { EncoderPlace } from '../comparison/index.ts';

const SEED = 1;
const ROUNDS_PER_CHUNK = 2000;

/** Tags every turn with its moves: one or two, "other", or that it is in another language. */
export async function tagByMoves(
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
      onProgress: (progress) => context.report({ ...progress, unit: 'steps' }),
    },
  );
  const namesOf = namer(found.model);
  const writeTags = runTagWriter(database, run);
  const writeMoves = runMoveWriter(database, run);
  const total = found.roundIds.length;
  let utterancesTagged = 0;
  let foreign = 0;
  for (let start = 0; start < total; start += ROUNDS_PER_CHUNK) {
    const chunk = found.roundIds.slice(start, start + ROUNDS_PER_CHUNK).map((id, at) => {
      const round = found.rounds[start + at]!;
      const { first, second } = found.figures;
      if (round.foreign) foreign++;
      if (round.moves.length > 0) utterancesTagged += found.utterances[start + at]!;
      return { round: id, moved: round, first: first[start + at]!, second: second[start + at]! };
    });
    writeTags(chunk.map(({ round, moved }): [RoundId, string[]] => [round, namesOf(moved)]));
    writeMoves(chunk);
    context.report({ phase: 'writing moves', done: start + chunk.length, total, unit: 'turns' });
    await breathe();
    context.signal.throwIfAborted();
  }
  writeMoveFigures(database, run, found.figures, found.roundIds);
  regroupNewRun(database, run, found.model, found.figures);
  const warnings =
    foreign === 0
      ? []
      : [
          `${foreign} of ${total} turns are in a language that fewer than 5 % of the dialogues are in. They got the move #${OTHER_LANGUAGE}.`,
        ];
  return {
    utterancesTagged,
    warnings,
    model: { kind: 'moves', ...found.model },
    moves: summaryOf(found.model),
  };
}

function namer({ roles }: MovesModel): (round: MovedRound) => string[] {
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
  const all = roles.map(({ rounds, otherRounds }) => rounds.reduce((sum, count) => sum + count, otherRounds));
  const named = (role: Role): MovesSummary['moves']['user'] => {
    const model = ofRole(role);
    if (!model) return [];
    const sum = model.rounds.reduce((total, count) => total + count, model.otherRounds);
    return model.cut
      .map((node, at) => ({ name: model.names[node]!, rounds: model.rounds[at]! }))
      .map((move) => ({ ...move, share: sum === 0 ? 0 : move.rounds / sum }))
      .sort((a, b) => b.rounds - a.rounds || (a.name < b.name ? -1 : 1));
  };
  const other = ROLES.reduce((sum, role) => sum + (ofRole(role)?.otherRounds ?? 0), 0);
  const rounds = all.reduce((sum, count) => sum + count, 0);
  return {
    method,
    why,
    encoder,
    moves: { user: named('user'), system: named('system') },
    otherShare: rounds === 0 ? 0 : other / rounds,
    stability,
  };
}
