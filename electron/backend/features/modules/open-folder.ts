import { buildPassageIndex, type PassageIndex } from '#shared/algorithms/passages/passage-index.ts';
import type { ModulePassage } from '#shared/contract/modules.ts';
import { type LeftOut, listDocuments, readPassages } from './read-documents.ts';

interface FoundPassages {
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

export function openFolder(folder: string) {
  let built: Built | null = null;
  return {
    async search(query: string, count: number): Promise<FoundPassages> {
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
}
