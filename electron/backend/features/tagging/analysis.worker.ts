import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import type { AnalysedUtterance } from '#shared/algorithms/text/analysed.ts';
import { dialogueLanguage } from '#shared/algorithms/text/dialogue-language.ts';
import type { DialogueLayout } from '#shared/algorithms/text/fit.ts';
import {
  type PackedUtterances,
  packUtterances,
  transferables,
} from '#shared/algorithms/text/packed-utterances.ts';
import { utterancesBetween } from '../../store/corpus/utterance-table.ts';
import { openForReading } from '../../store/database.ts';
import { serve } from '../../workers/serve.ts';

/** A slice of the corpus: the dialogues with first ≤ id ≤ last. */
interface AnalysisInput {
  readonly path: string;
  readonly first: number;
  readonly last: number;
}

export interface AnalysedSlice {
  readonly packed: PackedUtterances;
  readonly layout: DialogueLayout;
  /** length = turns of the layout */
  readonly roundIds: Int32Array;
}

const REPORT_EVERY = 2000;

export interface AnalysisWork {
  readonly input: AnalysisInput;
  readonly progress: { readonly utterances: number };
  readonly result: AnalysedSlice;
}

serve<AnalysisWork>(async (input, report) => {
  const database = openForReading(input.path);
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
      if (utterances.length % REPORT_EVERY === 0) report({ utterances: utterances.length });
    }
    texts = [];
  };
  for (const [dialogueId, roundId, role, text] of utterancesBetween(database, input.first, input.last)) {
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
  return { result: slice, transfer: transferables(packed) };
});
