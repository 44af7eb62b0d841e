import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tinyEncoder, UNIGRAM_TOKENIZER } from '../../../../tests/fixtures/tiny-encoder.ts';
import type { SentenceEncoder } from './encoder.ts';
import { readEncoderFolder } from './encoder-folder.ts';
import { loadOnnxEncoder, whyOnnxIsMissing } from './known-encoder.ts';

const POOLING = '1_Pooling/config.json';
const mean = { word_embedding_dimension: 4, pooling_mode_mean_tokens: true };

describe('the folder of an encoder', () => {
  it('says how long texts may be, how they are pooled, and what goes before them', () => {
    const folder = tinyEncoder({
      'config_sentence_transformers.json': { prompts: { query: 'query: ' }, default_prompt_name: 'query' },
    });
    expect(readEncoderFolder(folder)).toMatchObject({
      ...{ name: 'tiny', dimensions: 4, pooling: 'mean', maxTokens: 6, prefix: 'query: ' },
    });
  });

  it.each([
    ['bert', 40],
    ['xlm-roberta', 38],
  ])('leaves out the places that a model of type %s does not use', (model_type, maxTokens) => {
    const folder = tinyEncoder({
      'sentence_bert_config.json': null,
      'config.json': { model_type, max_position_embeddings: 40 },
    });
    expect(readEncoderFolder(folder)).toMatchObject({ maxTokens });
  });

  it('has another fingerprint with other settings, and the same in another place', () => {
    const { fingerprint } = readEncoderFolder(tinyEncoder());
    expect(readEncoderFolder(tinyEncoder()).fingerprint).toBe(fingerprint);
    const longer = tinyEncoder({ 'sentence_bert_config.json': { max_seq_length: 8 } });
    expect(readEncoderFolder(longer).fingerprint).not.toBe(fingerprint);
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no tokenizer', { 'tokenizer.json': null }, /no tokenizer\.json/],
    ['no pooling', { [POOLING]: null }, /1_Pooling\/config\.json is missing/],
    ['damaged settings', { [POOLING]: 'mean' }, /cannot be read/],
    ['two poolings', { [POOLING]: { ...mean, pooling_mode_cls_token: true } }, /other than mean, cls or max/],
    [
      'a step of its own',
      { 'modules.json': [{ type: 'sentence_transformers.models.Dense' }] },
      /one of the encoder's steps/,
    ],
  ])('is refused with %s', (_, others, message) => {
    expect(() => readEncoderFolder(tinyEncoder(others))).toThrow(message);
  });

  it('is refused without a model, where it is no folder, and with several of which none is called model.onnx', () => {
    const none = tinyEncoder();
    rmSync(join(none, 'model.onnx'));
    expect(() => readEncoderFolder(none)).toThrow(/no ONNX model/);
    expect(() => readEncoderFolder(join(none, 'tokenizer.json'))).toThrow(/folder is a file/);
    expect(() => readEncoderFolder(join(none, 'elsewhere'))).toThrow(/folder does not exist/);
    const several = tinyEncoder({ 'a.onnx': {}, 'b.onnx': {} });
    rmSync(join(several, 'model.onnx'));
    expect(() => readEncoderFolder(several)).toThrow(/several ONNX models/);
  });
});

const missing = whyOnnxIsMissing();
if (missing !== null) it.skip(`an encoder of a folder: skipped: ${missing}`, () => {});
else
  describe('an encoder of a folder', () => {
    const load = (others: Readonly<Record<string, unknown>> = {}): Promise<SentenceEncoder> =>
      loadOnnxEncoder(readEncoderFolder(tinyEncoder(others)));
    const shapes = async (encoder: SentenceEncoder, texts: readonly string[]): Promise<number[][]> => {
      const vectors = await encoder.encodeTexts(texts);
      return texts.map((_, at) => {
        const vector = Array.from(vectors.subarray(at * 4, (at + 1) * 4));
        const most = Math.max(...vector) || 1;
        return vector.map((value) => Number((value / most).toFixed(4)));
      });
    };

    it('takes the mean of a text alone, whatever stands beside it, and nothing of an empty one', async () => {
      const vectors = await shapes(await load(), ['a', 'a b b a', ' ', 'zz']);
      expect(vectors).toEqual([
        [1, 0, 0.25, 0.25],
        [1, 1, 0.125, 0.125],
        [0, 0, 0, 0],
        [0.5, 0.5, 1, 1],
      ]);
    });

    it('reads any language with the tokenizer of a multilingual encoder', async () => {
      const encoder = await load({ 'tokenizer.json': UNIGRAM_TOKENIZER });
      // A letter and its accent may be one character or two. Text that no piece contains is unknown.
      const texts = ['conta', 'não', 'na\u0303o', 'senha conta senha', 'senção', '密码'];
      expect(await shapes(encoder, texts)).toEqual([
        [1, 0, 0.25, 0.25],
        [0, 0, 1, 0.2],
        [0, 0, 1, 0.2],
        [0.5, 1, 0.125, 0.125],
        [0.1667, 0.1667, 0.3333, 1],
        [0.5, 0.5, 1, 1],
      ]);
    });

    it('gives a vector for each token that is not cut, without what opens and closes the text', async () => {
      const encoder = await load();
      const of = async (text: string) => (await encoder.encodeTokens?.(text))?.map((row) => [...row]);
      const [[a] = [], [b] = []] = [await of('a'), await of('b')];
      expect(a).toHaveLength(4);
      expect(a).not.toEqual(b);
      expect(await of('a b b')).toEqual([a, b, b]);
      expect(await of('a a a b d d d')).toEqual([a, a, a, b]);
      expect(await of('')).toEqual([]);
    });

    it('gives unit vectors', async () => {
      const vectors = await (await load()).encodeTexts(['c d d']);
      expect(Math.hypot(...vectors)).toBeCloseTo(1, 6);
    });

    it('cuts a text that is too long, and keeps what closes it', async () => {
      const [cut, short] = await shapes(await load(), ['a a a b d d d d d', 'a a a b']);
      expect(cut).toEqual(short);
    });

    it('pools as its folder says', async () => {
      const [first, most] = [
        await load({ [POOLING]: { word_embedding_dimension: 4, pooling_mode_cls_token: true } }),
        await load({ [POOLING]: { word_embedding_dimension: 4, pooling_mode_max_tokens: true } }),
      ];
      expect(await shapes(first, ['a b'])).toEqual([[0, 0, 0, 1]]);
      expect(await shapes(most, ['a b'])).toEqual([[1, 1, 0.25, 0.25]]);
    });

    it('says so where the model has other vectors than the folder', async () => {
      const encoder = await load({ [POOLING]: { ...mean, word_embedding_dimension: 384 } });
      await expect(encoder.encodeTexts(['a'])).rejects.toThrow(/4 numbers, not 384/);
    });

    it('says what onnxruntime says of a file that is no model', async () => {
      const folder = tinyEncoder();
      appendFileSync(join(folder, 'model.onnx'), 'and more');
      await expect(loadOnnxEncoder(readEncoderFolder(folder))).rejects.toThrow(/onnxruntime says: .+/);
    });
  });
