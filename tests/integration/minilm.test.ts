import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownEncoder } from '#backend/providers/embeddings/known-encoder.ts';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { askMiniLm, copyMiniLm, missingMiniLm } from '../fixtures/minilm/installed.ts';

describe('all-MiniLM-L6-v2', () => {
  if (missingMiniLm !== null) {
    it.skip(`skipped: ${missingMiniLm}`, () => {});
    return;
  }
  it('has the same vectors as in Python', async () => {
    const folder = await copyMiniLm(temporaryFolder('minilm'));
    const said = generateDemoDialogues({ seed: 1, count: 4 }).flatMap(({ turns }) =>
      turns.map((turn) => turn.text),
    );
    const texts = ['Where is my parcel?', 'né Ünïcode 🙂 don’t 42', 'x '.repeat(900), ...said];
    const theirs = (await askMiniLm({ folder, texts }, z.array(z.array(z.number())))).flat();
    const encoder = await knownEncoder(folder).load();
    const ours = await encoder.encodeTexts(texts);
    expect(ours).toHaveLength(theirs.length);
    expect(Math.max(...theirs.map((value, at) => Math.abs(value - ours[at])))).toBeLessThan(1e-3);
  });
});
