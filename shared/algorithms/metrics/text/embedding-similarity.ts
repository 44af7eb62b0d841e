/**
 * Embedding similarity: the cosine of the vectors that an encoder gives two texts, −1 … 1; null if either vector
 * is all zeros, as for a text without a known word.
 *
 * What it means is the encoder's affair: name it beside the figure. It is not BERTScore, which matches tokens, nor
 * BLEURT, which is trained on ratings. O(dimensions).
 *
 * @throws RangeError if the vectors differ in length
 */
export function embeddingSimilarity(left: Float32Array, right: Float32Array): number | null {
  if (left.length !== right.length) {
    throw new RangeError(`Vectors of ${left.length} and ${right.length} numbers are of different encoders.`);
  }
  let [product, leftSquare, rightSquare] = [0, 0, 0];
  for (let at = 0; at < left.length; at++) {
    product += left[at] * right[at];
    leftSquare += left[at] * left[at];
    rightSquare += right[at] * right[at];
  }
  const scale = Math.sqrt(leftSquare) * Math.sqrt(rightSquare);
  if (!(scale > 0)) return null;
  return Math.max(-1, Math.min(1, product / scale));
}
