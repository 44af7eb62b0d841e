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
  readonly input: { readonly texts: readonly string[] };
  readonly progress: { readonly texts: number };
  readonly result: PackedUtterances;
}

serve<TextAnalysisWork>(async ({ texts }, report) => {
  const analyser = createAnalyser();
  const utterances = texts.map((text, at) => {
    if (at % REPORT_EVERY === 0) report({ texts: at });
    return analyser.analyse(text);
  });
  const packed = packUtterances(utterances);
  return { result: packed, transfer: transferables(packed) };
});
