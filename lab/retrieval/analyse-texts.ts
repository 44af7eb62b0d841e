import { Transferred } from '#backend/workers/transfer.ts';
import { createAnalyser } from '#shared/algorithms/text/analyse.ts';
import { dialogueLanguage } from '#shared/algorithms/text/dialogue-language.ts';
import {
  type PackedUtterances,
  packUtterances,
  transferables,
} from '#shared/algorithms/text/packed-utterances.ts';

const REPORT_EVERY = 2000;

/** @param sides the texts of each dialogue, for the training and the test side */
export function analyseTexts(
  sides: readonly (readonly (readonly string[])[])[],
  report: (texts: number) => void,
): Transferred<readonly PackedUtterances[]> {
  const analyser = createAnalyser();
  let read = 0;
  const analyse = (texts: readonly string[]) => {
    const language = dialogueLanguage(texts) ?? 'en';
    return texts.map((text) => {
      if (read % REPORT_EVERY === 0) report(read);
      read++;
      return analyser.analyse(text, language);
    });
  };
  const packed = sides.map((dialogues) => packUtterances(dialogues.flatMap(analyse)));
  return new Transferred(packed, packed.flatMap(transferables));
}
