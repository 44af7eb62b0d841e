import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import {
  type PackedModel,
  type SupportModel,
  unpackModel,
} from '#shared/algorithms/moves/support/support-model.ts';

export function supportModel(resources: string): SupportModel {
  const file = join(resources, 'moves', 'support-tagger');
  const weights = readFileSync(`${file}.bin`);
  return unpackModel({
    about: JSON.parse(readFileSync(`${file}.json`, 'utf8')) as PackedModel['about'],
    weights: new Int8Array(weights.buffer, weights.byteOffset, weights.length),
  });
}

const requireOptional = createRequire(import.meta.url);

/** Names the first missing package, as a sentence; null if all are installed. */
export function missingPackage(names: readonly string[]): string | null {
  for (const name of names) {
    try {
      requireOptional.resolve(name);
    } catch {
      return `The optional package ${name} is not installed.`;
    }
  }
  return null;
}
