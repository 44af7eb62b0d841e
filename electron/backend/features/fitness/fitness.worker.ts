import {
  alignDialogue,
  checkFitness,
  type FitnessCheck,
  keyOf,
} from '#shared/algorithms/fitness/check-fitness.ts';
import type { FitnessDeviation, FitnessMove, FitnessRow } from '#shared/contract/fitness.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import { openForReading, type ReadDatabase } from '../../store/database.ts';
import { createResidentRows, type ResidentRows } from '../../store/tags/resident-rows.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { dialoguesWhere } from '../filters/index.ts';
import { requireFlow } from '../flows/index.ts';
import { type NamedReference, type OpenReference, openReference } from './references.ts';

interface Subject {
  readonly run: RunId;
  readonly tagger: string;
  readonly where: string;
  readonly reference: NamedReference;
  readonly seconds: number;
}

export type FitnessQuestion =
  | { readonly kind: 'check'; readonly subject: Subject; readonly offset: number; readonly limit: number }
  | { readonly kind: 'dialogues'; readonly subject: Subject; readonly at: FitnessDeviation | null }
  | { readonly kind: 'dialogue'; readonly subject: Subject; readonly dialogue: DialogueId };

export type FitnessAnswer =
  | ({
      readonly kind: 'check';
      readonly states: number;
      readonly cutTo: number | null;
      readonly total: number;
      readonly items: FitnessRow[];
    } & Pick<FitnessCheck, 'dialogues' | 'checked' | 'whole' | 'tooLong' | 'mean'>)
  | { readonly kind: 'dialogues'; readonly dialogues: readonly DialogueId[] }
  | { readonly kind: 'dialogue'; readonly fitness: number | null; readonly moves: FitnessMove[] };

export type FitnessTalk = Talk<
  { readonly path: string },
  Record<string, never>,
  FitnessQuestion,
  FitnessAnswer
>;

interface Opened extends OpenReference {
  readonly key: string;
  readonly dialogueIds: Int32Array;
}

serveQuestions<FitnessTalk>(async ({ path }) => {
  let database: ReadDatabase | null = null;
  let resident: { readonly key: string; readonly rows: ResidentRows } | null = null;
  let opened: Opened | null = null;
  let checked: { readonly key: string; readonly check: FitnessCheck } | null = null;

  const open = (from: ReadDatabase, { run, tagger, reference }: Subject): Opened => {
    const key = JSON.stringify([run, tagger]);
    if (resident?.key !== key) resident = { key, rows: createResidentRows(run, tagger) };
    const { rows, corpusVersion, editVersion } = resident.rows.now(from);
    // A flow is edited under its name, which changes no tag.
    const edit = reference.kind === 'flow' ? requireFlow(from, reference.flow).edit : null;
    const now = JSON.stringify([key, reference, edit, corpusVersion, editVersion]);
    if (opened?.key !== now) {
      const { dialogueIds } = rows;
      opened = { key: now, dialogueIds, ...openReference(from, rows, reference, { id: run, tagger }) };
    }
    return opened;
  };

  /** What was checked last is kept: its pages and its dialogues are asked for one after the other. */
  const check = (from: ReadDatabase, subject: Subject): FitnessCheck => {
    const { run, tagger, where, seconds } = subject;
    const { key: state, log, reference, dialogueIds } = open(from, subject);
    const key = JSON.stringify([state, where, seconds]);
    if (checked?.key === key) return checked.check;
    const only = dialoguesWhere(from, where, { id: run, tagger });
    const until = performance.now() + 1000 * seconds;
    const isTaken = (dialogue: number): boolean => only?.has(dialogueIds[dialogue] as DialogueId) ?? true;
    checked = { key, check: checkFitness(log, reference, isTaken, () => performance.now() < until) };
    return checked.check;
  };

  const answer = (from: ReadDatabase, question: FitnessQuestion): FitnessAnswer => {
    const { subject } = question;
    if (question.kind === 'dialogue') {
      const { log, reference, dialogueIds } = open(from, subject);
      const at = dialogueIds.indexOf(question.dialogue);
      const shown = at === -1 ? null : alignDialogue(log, reference, at);
      return { kind: 'dialogue', fitness: shown?.fitness ?? null, moves: shown?.moves ?? [] };
    }
    const { dialogues, checked: done, whole, tooLong, mean, fitness, deviations } = check(from, subject);
    const { reference, dialogueIds, cutTo } = open(from, subject);
    if (question.kind === 'dialogues') {
      const { at } = question;
      const wanted = at && keyOf({ ...at, state: at.state ?? -1 });
      const own = wanted
        ? (deviations.find((deviation) => keyOf(deviation) === wanted)?.dialogues ?? [])
        : [...fitness.keys()].filter((dialogue) => fitness[dialogue]! >= 0 && fitness[dialogue]! < 1);
      const worst = own.toSorted((a, b) => fitness[a]! - fitness[b]! || a - b);
      return { kind: 'dialogues', dialogues: worst.map((dialogue) => dialogueIds[dialogue] as DialogueId) };
    }
    const { offset, limit } = question;
    const items = deviations.slice(offset, offset + limit).map(
      ({ kind, state, after, move, dialogues: own }): FitnessRow => ({
        kind,
        state: state === -1 ? null : state,
        place: state === -1 ? null : reference.nameOf(state),
        after,
        move,
        dialogues: own.length,
      }),
    );
    const { states } = reference;
    return {
      kind: 'check',
      dialogues,
      checked: done,
      whole,
      tooLong,
      mean,
      states,
      cutTo,
      total: deviations.length,
      items,
    };
  };

  return {
    ready: {},
    // The connection stays for as long as what was read with it; a purge ends the worker.
    async answer(question) {
      database ??= openForReading(path);
      return answer(database, question);
    },
    close: () => database?.close(),
  };
});
