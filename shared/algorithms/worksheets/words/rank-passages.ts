import { type RecordValue, wordsOf } from '../language/values.ts';
import { tellingWords } from './spans.ts';

const K1 = 1.2;
const B = 0.75;

/** Records that have words of a question, best first by BM25 over all that they say. Those that have none are left out. */
export function rankPassages(records: readonly RecordValue[], question: string): readonly RecordValue[] {
  const asked = new Set(tellingWords(question));
  const documents = records.map((record) => tellingWords(wordsOf(record)));
  const mean = documents.reduce((sum, words) => sum + words.length, 0) / Math.max(1, documents.length);
  const counts = new Map<string, number>();
  for (const words of documents)
    for (const word of new Set(words)) if (asked.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scored = documents.map((words, at) => {
    let score = 0;
    for (const [word, holding] of counts) {
      const count = words.filter((one) => one === word).length;
      const rarity = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
      score += (rarity * count * (K1 + 1)) / (count + K1 * (1 - B + (B * words.length) / mean));
    }
    return { at, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.at - right.at)
    .flatMap(({ at }) => records[at] ?? []);
}
