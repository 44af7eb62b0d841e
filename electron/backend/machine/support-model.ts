import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type PackedModel,
  type SupportModel,
  unpackModel,
} from '#shared/algorithms/moves/support/support-model.ts';

/** The tagger of support moves that comes with the app. */
export function supportModel(resources: string): SupportModel {
  const file = join(resources, 'moves', 'support-tagger');
  const weights = readFileSync(`${file}.bin`);
  return unpackModel({
    about: JSON.parse(readFileSync(`${file}.json`, 'utf8')) as PackedModel['about'],
    weights: new Int8Array(weights.buffer, weights.byteOffset, weights.length),
  });
}
