import { knownEncoder } from '../../providers/embeddings/known-encoder.ts';

/** Returns one row per text. @param folder of the encoder; null is the built-in one */
export async function openEncoder(folder: string | null) {
  const { encodeTexts } = await knownEncoder(folder).load();
  return { encode: (texts: readonly string[]) => encodeTexts(texts) };
}
