import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import {
  type PackedUtterances,
  packUtterances,
  transferables,
} from '#shared/algorithms/text/packed-utterances.ts';
import { serve } from '../../workers/serve.ts';

/** Texts to be analysed for the offline tagger, wherever they come from. */
const REPORT_EVERY = 2000;

export interface TextAnalysisWork {
  readonly input: { readonly sides: readonly (readonly string[])[] };
  readonly progress: { readonly texts: number };
  readonly result: readonly PackedUtterances[];
}

serve<TextAnalysisWork>(async ({ sides }, report) => {
  const analyser = createAnalyser();
  let read = 0;
  const analyse = (text: string) => {
    if (read % REPORT_EVERY === 0) report({ texts: read });
    read++;
    return analyser.analyse(text);
  };
  const result = sides.map((texts) => packUtterances(texts.map(analyse)));
  return { result, transfer: result.flatMap(transferables) };
});
