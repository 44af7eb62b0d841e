import { buildPassageIndex, type PassageIndex } from '#shared/algorithms/passages/passage-index.ts';
import type { ModulePassage } from '#shared/contract/modules.ts';
import { serveQuestions, type Talk } from '../../workers/ask-worker.ts';
import { type LeftOut, listDocuments, readPassages } from './read-documents.ts';

export interface DocumentQuestion {
  readonly query: string;
  readonly count: number;
}

export interface DocumentAnswer {
  readonly passages: readonly ModulePassage[];
  readonly files: number;
  readonly indexed: number;
  readonly leftOut: readonly LeftOut[];
}

interface Built {
  readonly fingerprint: string;
  readonly index: PassageIndex;
  readonly passages: readonly ModulePassage[];
  readonly leftOut: readonly LeftOut[];
}

export type DocumentsTalk = Talk<{ readonly folder: string }, true, DocumentQuestion, DocumentAnswer>;

/** Searches one folder. Reads it again first if its files have changed. */
serveQuestions<DocumentsTalk>(async ({ folder }) => {
  let built: Built | null = null;
  return {
    ready: true,
    async answer({ query, count }) {
      const listing = await listDocuments(folder);
      if (built?.fingerprint !== listing.fingerprint) {
        const { passages, leftOut } = await readPassages(listing);
        const index = buildPassageIndex(passages.map(({ text }) => text));
        built = { fingerprint: listing.fingerprint, index, passages, leftOut };
      }
      const { index, passages, leftOut } = built;
      return {
        passages: index.search(query, count).flatMap(({ passage }) => passages[passage] ?? []),
        files: listing.files.length,
        indexed: passages.length,
        leftOut,
      };
    },
  };
});
