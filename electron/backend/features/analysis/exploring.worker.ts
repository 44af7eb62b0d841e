import { type Activities, activitiesOf } from '#shared/algorithms/variants/activities.ts';
import {
  coveringCount,
  type FoldedStep,
  keyOf,
  nearestCommon,
  type Variant,
  variantsOf,
} from '#shared/algorithms/variants/variants.ts';
import type { VariantRow, VariantStep } from '#shared/contract/analysis.ts';
import type { DialogueField } from '#shared/domain/dialogue-field.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { dialogueFields } from '../../store/corpus/dialogue-fields.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { createResidentRows, type ResidentRows } from '../../store/tags/resident-rows.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { dialoguesWhere } from '../filters/index.ts';

interface Subject {
  readonly run: RunId;
  readonly tagger: string;
  readonly where: string;
  readonly fold: boolean;
}

export type AnalysisQuestion =
  | {
      readonly kind: 'variants';
      readonly subject: Subject;
      readonly offset: number;
      readonly limit: number;
      readonly cover: number;
    }
  | { readonly kind: 'variant'; readonly subject: Subject; readonly steps: readonly VariantStep[] };

export type AnalysisAnswer =
  | {
      readonly kind: 'variants';
      readonly dialogues: number;
      readonly total: number;
      readonly different: number;
      readonly covering: { share: number; variants: number }[];
      readonly items: VariantRow[];
    }
  | { readonly kind: 'variant'; readonly dialogues: readonly DialogueId[] };

export type AnalysisTalk = Talk<
  { readonly path: string },
  Record<string, never>,
  AnalysisQuestion,
  AnalysisAnswer
>;

/** Rare ones are held against so many of the listed at most, the commonest. */
const MOST_COMPARED = 100;
const SHARES = [0.5, 0.8, 0.9, 0.95];

/** The variants of a subject at a moment. */
interface Found {
  readonly state: string;
  readonly activities: Activities;
  readonly dialogueIds: Int32Array;
  readonly variants: readonly Variant[];
  readonly minutes: DialogueField | null;
}

serveQuestions<AnalysisTalk>(async ({ path }) => {
  let database: ReadDatabase | null = null;
  let resident: { readonly key: string; readonly rows: ResidentRows } | null = null;
  let found: Found | null = null;

  /** What was found last is kept: pages of one list are asked for one after the other. */
  const find = (open: ReadDatabase, subject: Subject): Found => {
    const { run, tagger, where, fold } = subject;
    const key = JSON.stringify([run, tagger]);
    if (resident?.key !== key) resident = { key, rows: createResidentRows(run, tagger) };
    const { rows, corpusVersion, editVersion } = resident.rows.now(open);
    const state = JSON.stringify([subject, corpusVersion, editVersion]);
    if (found?.state === state) return found;
    const only = dialoguesWhere(open, where, { id: run, tagger });
    const activities = activitiesOf(rows);
    const { dialogueIds } = rows;
    const isTaken = (dialogue: number): boolean => only?.has(dialogueIds[dialogue] as DialogueId) ?? true;
    const variants = variantsOf(activities, fold, isTaken);
    const minutes = dialogueFields(open).fields.find(({ name }) => name === 'minutes') ?? null;
    found = { state, activities, dialogueIds, variants, minutes };
    return found;
  };

  const answer = (open: ReadDatabase, question: AnalysisQuestion): AnalysisAnswer => {
    const now = find(open, question.subject);
    const { activities, dialogueIds, variants } = now;
    if (question.kind === 'variant') {
      const wanted = keyOfSteps(activities, question.steps);
      const variant = variants.find(({ steps }) => keyOf(steps) === wanted);
      const dialogues = (variant?.dialogues ?? []).map((dialogue) => dialogueIds[dialogue] as DialogueId);
      return { kind: 'variant', dialogues };
    }
    const { offset, limit, cover } = question;
    const dialogues = variants.reduce((sum, variant) => sum + variant.dialogues.length, 0);
    const total = coveringCount(variants, cover);
    const alike = new Int32Array(total);
    if (total < variants.length)
      nearestCommon(variants, total, MOST_COMPARED).forEach((nearest, at) => {
        if (nearest !== -1) alike[nearest]! += variants[total + at]!.dialogues.length;
      });
    let before = variants.slice(0, offset).reduce((sum, variant) => sum + variant.dialogues.length, 0);
    const items = variants.slice(offset, Math.min(total, offset + limit)).map((variant, at): VariantRow => {
      before += variant.dialogues.length;
      return {
        steps: variant.steps.map((step) => toStep(activities, step)),
        dialogues: variant.dialogues.length,
        share: variant.dialogues.length / dialogues,
        cumulative: before / dialogues,
        medianMinutes: medianOf(now.minutes, variant.dialogues),
        example: dialogueIds[variant.dialogues[0]!] as DialogueId,
        alike: alike[offset + at] ?? 0,
      };
    });
    const covering = SHARES.map((share) => ({ share, variants: coveringCount(variants, share) }));
    return { kind: 'variants', dialogues, total, different: variants.length, covering, items };
  };

  return {
    ready: {},
    // The connection stays for as long as what was read with it; a purge ends the worker.
    async answer(question) {
      database ??= openForReading(path);
      return answer(database, question);
    },
  };
});

const toStep = ({ symbols }: Activities, { symbol, repeated }: FoldedStep): VariantStep => ({
  ...symbols[symbol]!,
  repeated,
});

/** @returns '' where a step is of no dialogue */
function keyOfSteps({ symbols }: Activities, steps: readonly VariantStep[]): string {
  const idOf = new Map(symbols.map(({ role, tag }, id) => [`${role} ${tag}`, id]));
  const ids = steps.map(({ role, tag }) => idOf.get(`${role} ${tag}`));
  if (ids.includes(undefined)) return '';
  return keyOf(steps.map(({ repeated }, at) => ({ symbol: ids[at]!, repeated })));
}

/** Fields and tagged rows both stand by ascending dialogue id. */
function medianOf(minutes: DialogueField | null, dialogues: readonly number[]): number | null {
  if (minutes === null) return null;
  const { offsets, valueIds, values } = minutes;
  const known = dialogues
    .filter((dialogue) => offsets[dialogue]! < offsets[dialogue + 1]!)
    .map((dialogue) => Number(values[valueIds[offsets[dialogue]!]!]))
    .sort((a, b) => a - b);
  if (known.length === 0) return null;
  const middle = known.length >> 1;
  return known.length % 2 === 1 ? known[middle]! : (known[middle - 1]! + known[middle]!) / 2;
}
