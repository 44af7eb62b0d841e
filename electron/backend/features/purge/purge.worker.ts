import type { PurgePreview, PurgeResult, PurgeSelection } from '#shared/contract/purge.ts';
import type { WorkerProgress } from '../../jobs/job.ts';
import { openForWriting } from '../../store/database.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { previewPurge } from './plan-purge.ts';
import { type PurgeParams, type ReadPurge, type RemovingRows, readPurge, removeRows } from './remove-rows.ts';
import { finishPurge } from './unfinished-purge.ts';

/**
 * A preview, or `read`, `remove` and `finish`: `read` again if the project changed, only `finish` after a
 * crash.
 */
export type PurgeQuestion =
  | { readonly kind: 'preview'; readonly selection: PurgeSelection; readonly workspace: string }
  | { readonly kind: 'read'; readonly params: PurgeParams }
  | ({ readonly kind: 'remove' } & RemovingRows)
  | { readonly kind: 'finish' };

export type PurgeAnswer =
  | { readonly kind: 'previewed'; readonly preview: PurgePreview }
  | { readonly kind: 'read' }
  /** False if tags or dialogues changed since the words were read. */
  | { readonly kind: 'removed'; readonly isRemoved: boolean }
  | { readonly kind: 'finished'; readonly result: PurgeResult };

export type PurgeTalk = Talk<{ readonly path: string }, null, PurgeQuestion, PurgeAnswer, WorkerProgress>;

/** The second connection that writes: the backend leaves the writing to it from `remove` to the end of `finish`. */
serveQuestions<PurgeTalk>(async ({ path }, report) => {
  const database = openForWriting(path);
  const step = (phase: string): void => report({ phase, done: 0, total: null });
  let words: (ReadPurge & { readonly params: PurgeParams }) | null = null;

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
        if (result === null) throw new Error('There is no purge to finish.');
        return { kind: 'finished', result };
      }
      if (question.kind === 'read') {
        const { params } = question;
        const reading = (done: number, total: number): void =>
          report({ phase: 'reading the words', done, total });
        words = { ...readPurge(database, params, reading), params };
        return { kind: 'read' };
      }
      if (words === null) throw new Error('Nothing is removed before it was read.');
      step('removing');
      const isRemoved = removeRows(database, words, words.params, question);
      words = null;
      return { kind: 'removed', isRemoved };
    },
    close: () => void database.close(),
  };
});
