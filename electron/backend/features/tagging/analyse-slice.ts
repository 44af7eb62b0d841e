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
  readonly turnIds: Int32Array;
}

const REPORT_EVERY = 2000;

/** Analyzes the dialogues with first ≤ id ≤ last. @param report called with the number of analyzed messages */
export function analyseSlice(
  path: string,
  first: number,
  last: number,
  report: (utterances: number) => void,
): Transferred<AnalysedSlice> {
  const database = openForReading(path);
  const analyser = createAnalyser();
  const utterances: AnalysedUtterance[] = [];
  const turnIds: number[] = [];
  const turnRoles: number[] = [];
  const turnStarts: number[] = [];
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
  for (const [dialogueId, turnId, role, text] of utterancesBetween(database, first, last)) {
    if (dialogueId !== dialogue) {
      endDialogue();
      dialogue = dialogueId;
      dialogueStarts.push(turnIds.length);
    }
    if (turnIds[turnIds.length - 1] !== turnId) {
      turnIds.push(turnId);
      turnRoles.push(role);
      turnStarts.push(utterances.length + texts.length);
    }
    texts.push(text);
  }
  endDialogue();
  database.close();
  const packed = packUtterances(utterances);
  const slice: AnalysedSlice = {
    packed,
    layout: {
      turnStarts: Int32Array.from([...turnStarts, utterances.length]),
      turnRoles: Uint8Array.from(turnRoles),
      dialogueStarts: Int32Array.from([...dialogueStarts, turnIds.length]),
    },
    turnIds: Int32Array.from(turnIds),
  };
  return new Transferred(slice, transferables(packed));
}
