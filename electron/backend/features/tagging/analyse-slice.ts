import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import { dialogueLanguage } from '#shared/algorithms/text/dialogue-language.ts';
import type { DialogueLayout } from '#shared/algorithms/text/fit.ts';
import type { AnalysedUtterance } from '#shared/algorithms/text/offline-tagger-model.ts';
import {
  type PackedUtterances,
  packUtterances,
  transferables,
} from '#shared/algorithms/text/packed-utterances.ts';
import { utterancesBetween } from '../../store/corpus/utterance-table.ts';
import { openForReading } from '../../store/database.ts';
import { Transferred } from '../../workers/transfer.ts';

export interface AnalysedSlice {
  readonly packed: PackedUtterances;
  readonly layout: DialogueLayout;
  /** length = turns of the layout */
  readonly roundIds: Int32Array;
}

const REPORT_EVERY = 2000;

/** Analyzes the dialogues with first ≤ id ≤ last. @param report hears how many messages are analyzed */
export function analyseSlice(
  path: string,
  first: number,
  last: number,
  report: (utterances: number) => void,
): Transferred<AnalysedSlice> {
  const database = openForReading(path);
  const analyser = createAnalyser();
  const utterances: AnalysedUtterance[] = [];
  const roundIds: number[] = [];
  const roundRoles: number[] = [];
  const roundStarts: number[] = [];
  const dialogueStarts: number[] = [];
  let dialogue = -1;
  let texts: string[] = [];
  const endDialogue = (): void => {
    const language = dialogueLanguage(texts) ?? 'en';
    for (const text of texts) {
      utterances.push(analyser.analyse(text, language));
      if (utterances.length % REPORT_EVERY === 0) report(utterances.length);
    }
    texts = [];
  };
  for (const [dialogueId, roundId, role, text] of utterancesBetween(database, first, last)) {
    if (dialogueId !== dialogue) {
      endDialogue();
      dialogue = dialogueId;
      dialogueStarts.push(roundIds.length);
    }
    if (roundIds[roundIds.length - 1] !== roundId) {
      roundIds.push(roundId);
      roundRoles.push(role);
      roundStarts.push(utterances.length + texts.length);
    }
    texts.push(text);
  }
  endDialogue();
  database.close();
  const packed = packUtterances(utterances);
  const slice: AnalysedSlice = {
    packed,
    layout: {
      roundStarts: Int32Array.from([...roundStarts, utterances.length]),
      roundRoles: Uint8Array.from(roundRoles),
      dialogueStarts: Int32Array.from([...dialogueStarts, roundIds.length]),
    },
    roundIds: Int32Array.from(roundIds),
  };
  return new Transferred(slice, transferables(packed));
}
