import { cleanBy } from '#shared/algorithms/cleaning/rules.ts';
import type { CleaningPreview } from '#shared/contract/cleaning.ts';
import { CLEANING_RULES, type CleaningRule } from '#shared/domain/cleaning-rule.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { eachOriginal, findRepeated } from './cleaning-job.ts';

const SAMPLE_CHARACTERS = 600;

/** Returns what each rule would change, with samples: the first, then ever rarer ones from other dialogues. */
export async function previewCleaning(
  database: ReadDatabase,
  { rules: chosen, samples }: { readonly rules: readonly CleaningRule[]; readonly samples: number },
  signal: AbortSignal,
): Promise<CleaningPreview> {
  const repeated = await findRepeated(database, signal);
  const rules = CLEANING_RULES.map((rule) => ({
    ...{ rule, utterances: 0, characters: 0 },
    samples: [] as CleaningPreview['rules'][number]['samples'],
  }));
  let utterances = 0;
  let changed = 0;
  for await (const rows of eachOriginal(database, signal)) {
    for (const row of rows) {
      utterances++;
      let text = row.text;
      for (const found of rules) {
        const after = cleanBy(found.rule, { ...row, text }, repeated);
        if (after === text) continue;
        found.characters += text.length - after.length;
        if (found.samples.length < samples && isPower(found.utterances))
          found.samples.push({
            dialogue: row.dialogue,
            role: row.role,
            before: cut(text),
            after: cut(after),
          });
        found.utterances++;
        if (chosen.includes(found.rule)) text = after;
      }
      if (text !== row.text) changed++;
    }
  }
  return { utterances, changed, rules };
}

const cut = (text: string): string =>
  text.length > SAMPLE_CHARACTERS ? `${text.slice(0, SAMPLE_CHARACTERS)}…` : text;

/** 0, 1, 2, 4, 8 … */
const isPower = (count: number): boolean => (count & (count - 1)) === 0;
