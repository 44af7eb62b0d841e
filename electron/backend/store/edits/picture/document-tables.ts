import { z } from 'zod';
import { annotationContentSchema } from '#shared/contract/annotations.ts';
import { runIdSchema, turnIdSchema } from '#shared/contract/base.ts';
import { findingDecisionSchema } from '#shared/contract/findings.ts';
import { storyStepSchema } from '#shared/contract/stories.ts';
import type { WriteDatabase } from '../../database.ts';
import { parseJson } from '../../statements.ts';
import { documentTable } from '../log/placed-changes.ts';
import { placesOfTurns } from './state-name-table.ts';

type Mentions = (text: string) => boolean;

/** An annotation has the numbers of its states in its automaton, and the data that identify these states in others. */
const keptSchema = annotationContentSchema.extend({
  automaton: runIdSchema,
  known: z.array(z.object({ turns: z.array(turnIdSchema), support: z.int() })),
});
export type KeptAnnotation = z.infer<typeof keptSchema>;

/** Converts a highlight that an earlier version stored, in which transitions were called ways. */
function withTransitions(stored: unknown): unknown {
  const earlier = z.looseObject({ ways: z.array(z.unknown()) }).safeParse(stored);
  if (!earlier.success) return stored;
  const { ways: transitions, ...others } = earlier.data;
  return { ...others, transitions };
}

export const annotations = documentTable('annotations', 'id', z.int(), keptSchema, {
  upToDate: withTransitions,
});
export type StoredAnnotation = ReturnType<typeof annotations.list>[number];

/** Removes annotations that mention purged turns, or whose turns are all deleted. Call it after deleting the turns. */
export const purgeAnnotations = (database: WriteDatabase, mentions: Mentions): void =>
  annotations.purge(database, (kept) => {
    const quoted = kept.quote ? [kept.quote.turn] : [];
    const all = [...quoted, ...kept.known.flatMap(({ turns }) => turns)];
    const stay = new Set(placesOfTurns(database, all).map((place) => place.id));
    const known = kept.known.map((one) => ({
      ...one,
      turns: one.turns.filter((turn) => stay.has(turn)),
    }));
    const isKnown = known.every(({ turns }, at) => turns.length > 0 || kept.known[at]?.turns.length === 0);
    if (!isKnown || mentions(kept.text) || quoted.some((turn) => !stay.has(turn))) return null;
    return all.every((turn) => stay.has(turn)) ? kept : { ...kept, known };
  });

const earlierStepSchema = z.looseObject({
  filter: z.looseObject({ allWays: z.boolean().optional() }),
  lit: z.unknown(),
});
/** Converts slides of earlier versions, which stored "all transitions" and called transitions ways. */
const keptStepSchema = z.preprocess((step) => {
  const earlier = earlierStepSchema.safeParse(step);
  if (!earlier.success) return step;
  const { allWays, ...filter } = earlier.data.filter;
  return {
    ...earlier.data,
    filter: allWays ? { ...filter, cover: 100 } : filter,
    lit: withTransitions(earlier.data.lit),
  };
}, storyStepSchema);
const stepsSchema = z.array(keptStepSchema);

export const stories = documentTable('stories', 'name', z.string(), z.object({ steps: stepsSchema }), {
  column: 'steps',
  write: ({ steps }) => JSON.stringify(steps),
  read: (text) => ({ steps: parseJson(stepsSchema, text) }),
});

export const purgeStories = (database: WriteDatabase, mentions: Mentions): void =>
  stories.purge(database, (story) => {
    const steps = story.steps.filter(
      ({ title, note, figures, source }) =>
        ![title, note, source, figures?.where ?? '', figures?.good ?? ''].some((text) => mentions(text)),
    );
    if (mentions(story.name) || steps.length === 0) return null;
    return steps.length === story.steps.length ? story : { ...story, steps };
  });

export const savedFilters = documentTable(
  'saved_filters',
  'name',
  z.string(),
  z.object({ where: z.string() }),
  { column: 'dialogues_where', write: ({ where }) => where, read: (where) => ({ where }) },
);

export const purgeSavedFilters = (database: WriteDatabase, mentions: Mentions): void =>
  savedFilters.purge(database, (saved) => (mentions(saved.name) || mentions(saved.where) ? null : saved));

export const findingDecisions = documentTable(
  'finding_decisions',
  'finding',
  z.string(),
  findingDecisionSchema,
);

export const purgeFindingDecisions = (database: WriteDatabase, mentions: Mentions): void =>
  findingDecisions.purge(database, (kept) =>
    [kept.finding, kept.wording?.text ?? '', kept.wording?.of ?? ''].some((text) => mentions(text))
      ? null
      : kept,
  );
