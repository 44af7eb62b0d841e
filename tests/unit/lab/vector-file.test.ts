import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SentenceEncoder } from '#backend/providers/embeddings/encoder.ts';
import { readEncoderFolder } from '#backend/providers/embeddings/encoder-folder.ts';
import { loadOnnxEncoder, whyOnnxIsMissing } from '#backend/providers/embeddings/known-encoder.ts';
import { encodeOnce } from '../../../lab/retrieval/vector-file.ts';
import { temporaryFolder } from '../../fixtures/cleanup.ts';
import { tinyEncoder } from '../../fixtures/tiny-encoder.ts';

const missing = whyOnnxIsMissing();
const load = (others: Readonly<Record<string, unknown>> = {}): Promise<SentenceEncoder> =>
  loadOnnxEncoder(readEncoderFolder(tinyEncoder(others)));

const name = 'keeps vectors in a file, also those before a crash, and encodes no text twice';
if (missing !== null) it.skip(`${name}: skipped: ${missing}`, () => {});
else
  it(name, async () => {
    const encoder = await load();
    const asked: string[] = [];
    const counting: SentenceEncoder = {
      ...encoder,
      encodeTexts(texts) {
        asked.push(...texts);
        return encoder.encodeTexts(texts);
      },
    };
    const file = join(temporaryFolder('vectors'), 'kept.vectors');
    const first = await encodeOnce(counting, ['a', 'b', 'a'], file, () => {});
    const { size } = statSync(file);
    appendFileSync(file, 'half a reco');
    const second = await encodeOnce(counting, ['a', 'b', 'a', 'c'], file, () => {});
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(second.subarray(0, 12)).toEqual(first);
    expect(statSync(file).size).toBe(size + 16 + 16);
    const other = await load({ 'sentence_bert_config.json': { max_seq_length: 8 } });
    await expect(encodeOnce(other, ['a'], file, () => {})).rejects.toThrow(/vectors from another encoder/);
  });
