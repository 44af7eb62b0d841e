import type { Likeness } from '#shared/contract/base.ts';
import { DialogramError } from '#shared/contract/errors.ts';
import { type LikenessMethod, likenessContract } from '#shared/contract/likeness.ts';
import type { TurnFilter } from '#shared/contract/turn-filter.ts';
import type { Role } from '#shared/domain/dialogue.ts';
import type { TurnId } from '#shared/domain/ids.ts';
import { inProject } from '../../errors.ts';
import { defineFeature } from '../../feature.ts';
import { type Project, projectService } from '../../project.ts';
import { corpusCounts } from '../../store/corpus/dialogue-table.ts';
import { homeOfTurn, turnRows } from '../../store/corpus/turn-table.ts';
import { tagReaderFor } from '../../store/runs/tagging-runs.ts';
import { readWhenNeeded } from '../../workers/staying.ts';
import { type EncodedTurns, sentenceVectors } from '../comparison/index.ts';
import type { LikeWhat } from './like-turns.ts';

/** A similarity filter returns at most this many turns. */
const MOST_SIMILAR = 300;
/** The minimum similarity of a returned turn: by words if turns to choose from are given, and by cosine. */
const LEAST_BY_WORDS = 0.3;
const LEAST_BY_VECTORS = 0.5;

/** A turn and its similarity. The similarity is null if all turns were searched by words. */
interface NearestTurn {
  readonly turn: TurnId;
  readonly share: number | null;
}

interface LikenessQuestion {
  readonly to: LikeWhat;
  readonly by: Likeness;
  readonly among?: readonly TurnId[];
  readonly role?: Role | null;
  readonly most: number;
  /** The minimum similarity; by default the smallest useful one. */
  readonly least?: number;
}

function createLikeness(project: Project) {
  const { database, path } = project;
  const reader = readWhenNeeded(path, 'likeness', 'openLikeness', []);
  const encoded = (): EncodedTurns[] => project.use(sentenceVectors).turns();
  const encoderOf = (by: Likeness): EncodedTurns => {
    const encoder = encoded().find(({ name }) => name === by);
    if (!encoder) throw notThere(by);
    const problem = problemOf(encoder);
    if (problem === null) return encoder;
    throw new DialogramError('INVALID', problem, {
      place: 'by',
      value: by,
      nextStep: 'You can also search by words.',
    });
  };
  const service = {
    methods(): LikenessMethod[] {
      const { turns } = corpusCounts(database);
      return [
        {
          ...{ by: 'words' as const, title: 'Words', share: 1, problem: null },
          ...{ takesText: true, secondsAtMost: null, job: null },
        },
        ...encoded().map((encoder): LikenessMethod => {
          const { name, title, folder, textsPerSecond, job } = encoder;
          const vectors = encoder.vectors();
          return {
            ...{ by: name, title, job, problem: problemOf(encoder) },
            share: turns === 0 ? 0 : Math.min(1, vectors / turns),
            takesText: folder !== undefined,
            secondsAtMost: folder === undefined ? null : Math.max(0, turns - vectors) / textsPerSecond,
          };
        }),
      ];
    },
    /** Returns the nearest turns without the queried one. Sends nothing. @throws DialogramError INVALID */
    async find({ to, by, among, role = null, most, least }: LikenessQuestion): Promise<NearestTurn[]> {
      const asked = { to, among: among ?? null, role, most };
      if (by === 'words') {
        const { turns, shares } = await reader.ask('byWords', { ...asked, least: least ?? LEAST_BY_WORDS });
        return nearest(turns, shares);
      }
      const { name, title, turns, otherTurns, folder } = encoderOf(by);
      if (folder === undefined && 'text' in to) throw wouldBeSent(title, by);
      const found = await reader.ask('byVectors', {
        ...asked,
        encoder: { turns, otherTurns, folder },
        least: least ?? LEAST_BY_VECTORS,
      });
      if (found.known) return nearest(found.turns, found.shares);
      throw new DialogramError('INVALID', `${title} has not encoded this turn.`, {
        place: 'by',
        value: name,
        nextStep: 'Encode the missing turns first, or search by words.',
      });
    },
    /** Returns the turns that a filter's similarity selects; undefined without one. @throws as `find` does */
    async similar({ similar: text, similarBy: by, role }: TurnFilter) {
      if (text.trim() === '') return undefined;
      const found = await service.find({ to: { text }, by, role, most: MOST_SIMILAR });
      return found.map(({ turn }) => turn);
    },
    close: () => reader.close(),
  };
  return service;
}

export const likeness = projectService(createLikeness, (service) => service.close());

const nearest = (turns: readonly TurnId[], shares: readonly (number | null)[]): NearestTurn[] =>
  turns.map((turn, at) => ({ turn, share: shares[at] ?? null }));

/** Returns the reason why an encoder's vectors are not available, with the next step; null if they are. */
function problemOf({ title, missing, hasVectors, folder }: EncodedTurns): string | null {
  if (missing !== null) return `${title} cannot be used. ${missing}`;
  if (hasVectors) return null;
  return folder === undefined
    ? `No turns are encoded with ${title} yet. Encode the turns under “Add a column” in the comparison.`
    : `No turns are encoded with ${title} yet. Encode the turns first.`;
}

const notThere = (by: Likeness): DialogramError =>
  new DialogramError(
    'INVALID',
    by === 'provider'
      ? 'You have not chosen a model from a provider.'
      : 'No sentence encoder folder was chosen.',
    {
      place: 'by',
      value: by,
      nextStep: 'Choose one under “Add a column” in the comparison, or search by words.',
    },
  );

const wouldBeSent = (title: string, by: Likeness): DialogramError =>
  new DialogramError(
    'INVALID',
    `${title} cannot search for a text, because the text would be sent to the provider.`,
    {
      place: 'by',
      value: by,
      nextStep: 'Search from a turn, or search by words or with an encoder on this machine.',
    },
  );

export const feature = defineFeature({
  contract: likenessContract,
  methods: {
    methods: ({ project }) => project.use(likeness).methods(),
    nearest: async ({ input: { to, by, role, limit, run }, project }) => {
      const { database } = project;
      if ('turn' in to) inProject(homeOfTurn(database, to.turn), 'turn', to.turn, 'Choose another turn.');
      const service = project.use(likeness);
      const near = await service.find({ to, by, role, most: limit });
      const shares = new Map(near.map(({ turn, share }) => [turn, share]));
      const rows = turnRows(
        database,
        near.map(({ turn }) => turn),
        tagReaderFor(database, run),
      );
      return {
        by,
        title: service.methods().find((method) => method.by === by)?.title ?? by,
        items: rows.map((row) => ({ ...row, share: shares.get(row.turn) ?? null })),
      };
    },
  },
});
