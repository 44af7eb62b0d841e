const SEEN_BY_PAGE = ['shared/domain', 'shared/algorithms', 'shared/contract'];
const BELOW_PROJECT = ['renderer/ui', 'renderer/client', 'renderer/commands', 'renderer/graph'];

/** The allowed imports. A room is a folder; the longest match counts. Tests and benches may import anything. */
export const ROOMS = {
  'shared/domain': [],
  'shared/algorithms': ['shared/domain'],
  'shared/demo': ['shared/domain', 'shared/algorithms'],
  'shared/contract': ['shared/domain'],
  'electron/backend': ['shared/domain', 'shared/algorithms', 'shared/demo', 'shared/contract'],
  'electron/main': ['electron/backend', 'shared/domain', 'shared/contract'],
  'electron/preload': ['shared/contract'],
  'electron/web': ['electron/backend', 'shared/domain', 'shared/contract'],
  'electron/cli': ['electron/backend', 'shared/domain', 'shared/contract'],
  lab: ['electron/backend', 'electron/cli', 'shared/domain', 'shared/algorithms', 'shared/contract'],
  'renderer/ui': SEEN_BY_PAGE,
  'renderer/client': [...SEEN_BY_PAGE, 'renderer/ui'],
  'renderer/commands': [...SEEN_BY_PAGE, 'renderer/ui'],
  'renderer/graph': [...SEEN_BY_PAGE, 'renderer/ui'],
  'renderer/project': [...SEEN_BY_PAGE, ...BELOW_PROJECT],
  'renderer/features': [...SEEN_BY_PAGE, ...BELOW_PROJECT, 'renderer/project'],
  'renderer/app': [...SEEN_BY_PAGE, ...BELOW_PROJECT, 'renderer/project', 'renderer/features'],
};

/** Packages that only some folders may use; others may use none of them. */
export const PACKAGES = {
  electron: ['electron/main', 'electron/preload'],
  'better-sqlite3': ['electron/backend'],
  react: ['renderer'],
  'react-dom': ['renderer'],
  ws: ['electron/web'],
};

/** Folders of features: one is reached through its `index.ts` only, and two never reach each other both ways. */
export const FEATURES = ['electron/backend/features', 'renderer/features'];

const LIST_OF_FEATURES = 'electron/backend/features.ts';
/** The list of modules for threads, which may name any feature's. */
const THREAD_MODULES = 'electron/backend/thread-modules.ts';

/** The files that combine features. Features see the rest only through `feature.ts` and `project.ts`. */
export const ABOVE_FEATURES = [
  'backend',
  'features',
  'open-project',
  'session',
  'thread/thread',
  'thread-modules',
  'dispatch/router',
].map((name) => `electron/backend/${name}.ts`);

/** Folders that run everywhere, without modules of Node or the page. */
export const PURE = ['shared/domain', 'shared/algorithms', 'shared/demo', 'shared/contract'];

export function roomOf(file) {
  return Object.keys(ROOMS)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

const IMPORT =
  /(?:^|[;\s}])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[;\s])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** All imports of a file, including types and dynamic imports. */
export function importsOf(source) {
  return [...source.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]);
}

/** The feature that a file belongs to, such as `renderer/features/batch`; undefined if it is of none. */
export function featureOf(file) {
  const folder = FEATURES.find((one) => file.startsWith(`${one}/`));
  const name = folder && file.slice(folder.length + 1).split('/');
  return name && name.length > 1 ? `${folder}/${name[0]}` : undefined;
}

/** Returns an import's violations of the rules on features. */
function featureViolations(file, specifier, target) {
  const feature = featureOf(file);
  if (feature !== undefined && ABOVE_FEATURES.includes(target)) {
    return [`${file} imports ${specifier}: a feature sees of the app what feature.ts and project.ts say.`];
  }
  const other = featureOf(target);
  if (other === undefined || other === feature || target === `${other}/index.ts`) return [];
  // The list of features imports what each declares; styles are imported by path.
  if ((file === LIST_OF_FEATURES && target === `${other}/feature.ts`) || target.endsWith('.css')) return [];
  // The lab measures features from inside.
  if (file === THREAD_MODULES || roomOf(file) === 'lab') return [];
  return [`${file} imports ${specifier}: a feature is reached through ${other}/index.ts only.`];
}

function targetOf(file, specifier) {
  if (specifier.startsWith('#shared/')) return `shared/${specifier.slice('#shared/'.length)}`;
  if (specifier.startsWith('#backend/')) return `electron/backend/${specifier.slice('#backend/'.length)}`;
  if (!specifier.startsWith('.')) return null;
  const parts = file.split('/').slice(0, -1);
  for (const part of specifier.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Returns a sentence for each forbidden import of a file; empty if there is none. */
export function violations(file, source) {
  const room = roomOf(file);
  if (room === undefined) return [];
  const isTest = /\.test\.tsx?$/.test(file);
  return importsOf(source).flatMap((specifier) => {
    const target = targetOf(file, specifier);
    if (target !== null) {
      const other = roomOf(target);
      if (other === undefined || other === room || ROOMS[room].includes(other))
        return featureViolations(file, specifier, target);
      return [
        `${file} imports ${specifier}: ${room} may import ${ROOMS[room].join(', ') || 'no other room'}, not ${other}.`,
      ];
    }
    if (specifier.startsWith('node:')) {
      return PURE.includes(room) && !isTest
        ? [`${file} imports ${specifier}: ${room} knows nothing of Node.`]
        : [];
    }
    const name = specifier
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');
    if (name in PACKAGES && !PACKAGES[name].some((one) => room === one || room.startsWith(`${one}/`))) {
      return [`${file} imports ${specifier}: only ${PACKAGES[name].join(', ')} may.`];
    }
    return [];
  });
}

/**
 * Returns which file imports which, including types.
 * @param sources files with their text
 */
export function importGraph(sources) {
  const graph = new Map();
  for (const [file, source] of sources) {
    const targets = importsOf(source).map((specifier) => targetOf(file, specifier));
    graph.set(file, new Set(targets.filter((target) => target !== file && sources.has(target))));
  }
  return graph;
}

/** Returns the same between features, ignoring tests next to the sources. */
export function featureGraph(graph) {
  const between = new Map();
  for (const [file, targets] of graph) {
    const feature = featureOf(file);
    if (feature === undefined || /\.test\.tsx?$/.test(file)) continue;
    const others = [...targets].map(featureOf).filter((other) => other !== undefined && other !== feature);
    between.set(feature, new Set([...(between.get(feature) ?? []), ...others]));
  }
  return between;
}

/** Cycles of a graph, each as the nodes on its path: one for every node that closes one. Depth first, O(nodes + edges). */
export function cyclesOf(graph) {
  const cycles = [];
  const path = [];
  const state = new Map();
  const visit = (node) => {
    state.set(node, 'open');
    path.push(node);
    for (const next of graph.get(node) ?? []) {
      if (state.get(next) === 'open') cycles.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next)) visit(next);
    }
    path.pop();
    state.set(node, 'done');
  };
  for (const node of graph.keys()) if (!state.has(node)) visit(node);
  return cycles;
}

/** The sentences that name every cycle between files, types included, and between features. */
export function cycleViolations(sources) {
  const graph = importGraph(sources);
  return [...cyclesOf(graph), ...cyclesOf(featureGraph(graph))].map(
    (cycle) => `These import each other in a circle: ${cycle.join(' → ')}.`,
  );
}

/** A sentence for each sheet that more than one file of the page imports, so that its place in the cascade is clear. */
export function sheetViolations(sources) {
  const importers = new Map();
  for (const [file, source] of sources) {
    for (const target of importsOf(source).map((specifier) => targetOf(file, specifier))) {
      if (target?.endsWith('.css')) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return [...importers]
    .filter(([, files]) => files.length > 1)
    .map(([sheet, files]) => `${sheet} is imported by ${files.join(' and ')}: one file imports a sheet.`);
}
