import type { PurgePreview, PurgeResult, PurgeSelection } from '#shared/contract/purge.ts';
import type { JobId } from '#shared/domain/ids.ts';
import { previewPurge } from '../features/purge/plan-purge.ts';
import {
  type PlannedPurge,
  type PurgeParams,
  planRemoval,
  removeRows,
} from '../features/purge/remove-rows.ts';
import { finishPurge } from '../features/purge/unfinished-purge.ts';
import { openForWriting } from '../store/database.ts';
import { serveQuestions } from './ask-worker.ts';

export interface PurgeWorkerInput {
  readonly path: string;
}

export interface PurgeProgress {
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
}

/** A preview alone, or `plan`, `remove`, `finish`: `plan` again where the project changed, `finish` alone after a crash. */
export type PurgeQuestion =
  | { readonly kind: 'preview'; readonly selection: PurgeSelection; readonly workspace: string }
  | { readonly kind: 'plan'; readonly params: PurgeParams }
  | { readonly kind: 'remove'; readonly job: JobId }
  | { readonly kind: 'finish' };

export type PurgeAnswer =
  | { readonly kind: 'previewed'; readonly preview: PurgePreview }
  | { readonly kind: 'planned' }
  /** Not where the project is not as it was planned for. */
  | { readonly kind: 'removed'; readonly isRemoved: boolean }
  | { readonly kind: 'finished'; readonly result: PurgeResult };

/** The second connection that writes: the backend leaves the writing to it from `remove` to the end of `finish`. */
serveQuestions<PurgeWorkerInput, PurgeProgress, PurgeQuestion, PurgeAnswer, null>(
  async ({ path }, report) => {
    const database = openForWriting(path);
    const step = (phase: string): void => report({ phase, done: 0, total: null });
    let planned: (PlannedPurge & { readonly params: PurgeParams }) | null = null;

    return {
      ready: null,
      async answer(question) {
        if (question.kind === 'preview') {
          const { selection, workspace } = question;
          const preview = previewPurge(database, { project: path, workspace }, selection);
          database.close();
          return { kind: 'previewed', preview };
        }
        if (question.kind === 'finish') {
          const result = finishPurge(database, path, step);
          database.close();
          if (result === null) throw new Error('There is no purge to be finished.');
          return { kind: 'finished', result };
        }
        if (question.kind === 'plan') {
          const { params } = question;
          const reading = (done: number, total: number): void =>
            report({ phase: 'reading the words', done, total });
          planned = { ...planRemoval(database, params, reading), params };
          return { kind: 'planned' };
        }
        if (planned === null) throw new Error('Nothing is removed before it was planned.');
        step('removing');
        const isRemoved = removeRows(database, planned, planned.params, question.job);
        planned.purged.drop();
        planned = null;
        return { kind: 'removed', isRemoved };
      },
    };
  },
);
