import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import { dialogueLanguage } from '#shared/algorithms/text/dialogue-language.ts';
import {
  type PackedUtterances,
  packUtterances,
  transferables,
} from '#shared/algorithms/text/packed-utterances.ts';
import { serve } from '../../workers/serve.ts';

/** Texts to analyze for the offline tagger, from any source. */
const REPORT_EVERY = 2000;

export interface TextAnalysisWork {
  /** By side, the texts of each dialogue. */
  readonly input: { readonly sides: readonly (readonly (readonly string[])[])[] };
  readonly progress: { readonly texts: number };
  readonly result: readonly PackedUtterances[];
}

serve<TextAnalysisWork>(async ({ sides }, report) => {
  const analyser = createAnalyser();
  let read = 0;
  const analyse = (texts: readonly string[]) => {
    const language = dialogueLanguage(texts) ?? 'en';
    return texts.map((text) => {
      if (read % REPORT_EVERY === 0) report({ texts: read });
      read++;
      return analyser.analyse(text, language);
    });
  };
  const result = sides.map((dialogues) => packUtterances(dialogues.flatMap(analyse)));
  return { result, transfer: result.flatMap(transferables) };
});
