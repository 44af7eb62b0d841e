import { buildPassageIndex, type PassageIndex } from '#shared/algorithms/passages/passage-index.ts';
import type { ModulePassage } from '#shared/contract/modules.ts';
import { type LeftOut, listDocuments, readPassages } from '../features/modules/read-documents.ts';
import { serveQuestions } from './ask-worker.ts';

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

/** Searches one folder; whenever its files have changed since, it reads them anew first. */
serveQuestions<{ readonly folder: string }, never, DocumentQuestion, DocumentAnswer, true>(
  async ({ folder }) => {
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
          passages: index.search(query, count).map(({ passage }) => passages[passage]),
          files: listing.files.length,
          indexed: passages.length,
          leftOut,
        };
      },
    };
  },
);
