import {
  alignDialogue,
  checkFitness,
  type FitnessCheck,
  keyOf,
} from '#shared/algorithms/fitness/check-fitness.ts';
import type { FitnessDeviation, FitnessRow } from '#shared/contract/fitness.ts';
import type { DialogueId, RunId } from '#shared/domain/ids.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { requireFlow } from '../../store/edits/designs/flow-table.ts';
import { residentRowsOf } from '../../store/tags/resident-rows.ts';
import { dialoguesWhere } from '../filters/index.ts';
import { type NamedReference, type OpenReference, openReference } from './references.ts';

interface Subject {
  readonly run: RunId;
  readonly tagger: string;
  readonly where: string;
  readonly reference: NamedReference;
  readonly seconds: number;
}

interface KeptReference extends OpenReference {
  readonly key: string;
  readonly dialogueIds: Int32Array;
}

/** Compares the dialogues of a project with a reference. The last comparison is cached. */
export const openFitness = (database: ReadDatabase) => {
  let opened: KeptReference | null = null;
  let checked: { readonly key: string; readonly check: FitnessCheck } | null = null;

  const open = ({ run, tagger, reference }: Subject): KeptReference => {
    const { rows, corpusVersion, editVersion } = residentRowsOf(database, run, tagger).now(database);
    // Editing a flow changes neither its name nor any tag, so the edit is part of the key.
    const edit = reference.kind === 'flow' ? requireFlow(database, reference.flow).edit : null;
    const now = JSON.stringify([run, tagger, reference, edit, corpusVersion, editVersion]);
    if (opened?.key !== now) {
      const { dialogueIds } = rows;
      opened = { key: now, dialogueIds, ...openReference(database, rows, reference, { id: run, tagger }) };
    }
    return opened;
  };

  /** Returns the last comparison from a cache, because its pages and dialogues are requested one after the other. */
  const check = (subject: Subject): FitnessCheck => {
    const { run, tagger, where, seconds } = subject;
    const { key: state, log, reference, dialogueIds } = open(subject);
    const key = JSON.stringify([state, where, seconds]);
    if (checked?.key === key) return checked.check;
    const only = dialoguesWhere(database, where, { id: run, tagger });
    const until = performance.now() + 1000 * seconds;
    const isTaken = (dialogue: number): boolean => only?.has(dialogueIds[dialogue] as DialogueId) ?? true;
    checked = { key, check: checkFitness(log, reference, isTaken, () => performance.now() < until) };
    return checked.check;
  };

  return {
    check({ subject, offset, limit }: { subject: Subject; offset: number; limit: number }) {
      const { dialogues, checked: done, whole, tooLong, mean, deviations } = check(subject);
      const { reference, cutTo } = open(subject);
      const items = deviations.slice(offset, offset + limit).map(
        ({ state, dialogues: own, ...deviation }): FitnessRow => ({
          ...deviation,
          state: state === -1 ? null : state,
          place: state === -1 ? null : reference.nameOf(state),
          dialogues: own.length,
        }),
      );
      const counts = { dialogues, checked: done, whole, tooLong, mean };
      return { ...counts, states: reference.states, cutTo, total: deviations.length, items };
    },
    dialogues({ subject, at }: { subject: Subject; at: FitnessDeviation | null }) {
      const { fitness: found, deviations } = check(subject);
      const { dialogueIds } = open(subject);
      const wanted = at && keyOf({ ...at, state: at.state ?? -1 });
      const own = wanted
        ? (deviations.find((deviation) => keyOf(deviation) === wanted)?.dialogues ?? [])
        : [...found.keys()].filter((dialogue) => found[dialogue]! >= 0 && found[dialogue]! < 1);
      const worst = own.toSorted((a, b) => found[a]! - found[b]! || a - b);
      return worst.map((dialogue) => dialogueIds[dialogue] as DialogueId);
    },
    dialogue({ subject, dialogue }: { subject: Subject; dialogue: DialogueId }) {
      const { log, reference, dialogueIds } = open(subject);
      const at = dialogueIds.indexOf(dialogue);
      const shown = at === -1 ? null : alignDialogue(log, reference, at);
      return { fitness: shown?.fitness ?? null, moves: shown?.moves ?? [] };
    },
  };
};
export type Fitness = ReturnType<typeof openFitness>;
