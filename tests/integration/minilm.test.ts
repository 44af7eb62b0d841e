import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownEncoder } from '#backend/providers/embeddings/known-encoder.ts';
import { whyOnnxIsMissing } from '#backend/providers/embeddings/onnx-encoder.ts';
import { generateDemoDialogues } from '#shared/demo/generate.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';

const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const python = join(
  process.env.DIALOGRAM_MINILM ?? join(cache, 'dialogram', 'minilm-int8-1.0.0'),
  'bin/python',
);
const script = fileURLToPath(new URL('../fixtures/minilm/encode.py', import.meta.url));
const missing = existsSync(python)
  ? whyOnnxIsMissing()
  : 'MiniLM is not installed (.ci/run installs it; DIALOGRAM_MINILM names its folder).';

async function ask<Schema extends z.ZodType>(asked: object, schema: Schema): Promise<z.infer<Schema>> {
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(asked));
  return schema.parse(JSON.parse(await text(child.stdout)));
}

describe('all-MiniLM-L6-v2', () => {
  if (missing !== null) {
    it.skip(`skipped: ${missing}`, () => {});
    return;
  }
  it('has the vectors that Python gives', async () => {
    const place = await ask({ folder: null }, z.object({ model: z.string(), tokenizer: z.string() }));
    const folder = join(temporaryFolder('minilm'), 'all-MiniLM-L6-v2');
    cpSync(place.tokenizer, folder, { recursive: true, filter: (file) => !file.endsWith('.safetensors') });
    copyFileSync(place.model, join(folder, 'model.onnx'));

    const said = generateDemoDialogues({ seed: 1, count: 4 }).flatMap(({ turns }) =>
      turns.map((turn) => turn.text),
    );
    const texts = ['Where is my parcel?', 'né Ünïcode 🙂 don’t 42', 'x '.repeat(900), ...said];
    const theirs = (await ask({ folder, texts }, z.array(z.array(z.number())))).flat();
    const encoder = await knownEncoder(folder).load();
    const ours = await encoder.encodeTexts(texts);
    expect(ours).toHaveLength(theirs.length);
    expect(Math.max(...theirs.map((value, at) => Math.abs(value - ours[at])))).toBeLessThan(1e-3);
  });
});
