import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

/** The file with the fingerprints of each picture's code, written by `npm run pictures`. */
export const FINGERPRINTS = join(root, 'docs', 'pictures', 'fingerprints.json');

const FRAME = ['renderer/app', 'renderer/ui'];
const GRAPH = ['renderer/graph', 'renderer/features/explore', 'shared/algorithms/layout'];

/** The folders that determine each picture, besides the frame. */
const FOLDERS = {
  start: ['renderer/features/start'],
  graph: [...GRAPH, 'renderer/features/findings'],
  'dialogue-path': GRAPH,
  story: ['renderer/features/story', 'shared/algorithms/layout/picture'],
  review: ['renderer/features/review'],
  compare: ['renderer/features/comparison', 'renderer/features/columns'],
  flows: ['renderer/features/flows/canvas'],
  'flows-replay': ['renderer/features/flows'],
  worksheets: ['renderer/features/worksheets/table'],
  'worksheets-talk': ['renderer/features/simulator/talk'],
};

/**
 * Returns a hash of the code behind a picture, without comments, white space and tests.
 * @param picture its name without theme and ending, such as "graph"
 * @throws Error if no folders are known for it
 */
export function fingerprintOf(picture) {
  const own = FOLDERS[picture];
  if (!own) throw new Error(`scripts/picture-sources.mjs names no folders for the picture "${picture}".`);
  const hash = createHash('sha256');
  const files = [...FRAME, ...own].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,css}`, { cwd: root }),
  );
  for (const file of files.sort()) {
    if (/\.(test|fixture)\.tsx?$/.test(file)) continue;
    const code = readFileSync(join(root, file), 'utf8')
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/^\s*\/\/.*$/gm, '')
      .replaceAll(/\s+/g, '');
    hash.update(`${file.replaceAll('\\', '/')}\n${code}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
