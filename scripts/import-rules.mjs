/**
 * Who may import whom. A room is a folder; a file belongs to the longest one that holds it. Tests beside the
 * sources are held to the same rules; what stands in tests/ and bench/ may import anything.
 */
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
  renderer: ['shared/domain', 'shared/algorithms', 'shared/contract'],
};

/** Packages that only some rooms may use; a room not named here may use none of them. */
export const PACKAGES = {
  electron: ['electron/main', 'electron/preload'],
  'better-sqlite3': ['electron/backend'],
  react: ['renderer'],
  'react-dom': ['renderer'],
  ws: ['electron/web'],
};

/** Rooms that run everywhere: neither Node's modules nor the page's. */
export const PURE = ['shared/domain', 'shared/algorithms', 'shared/demo', 'shared/contract'];

export function roomOf(file) {
  return Object.keys(ROOMS)
    .filter((room) => file === room || file.startsWith(`${room}/`))
    .sort((a, b) => b.length - a.length)[0];
}

const IMPORT =
  /(?:^|[;\s}])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|[;\s])import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Everything a file imports, types and dynamic imports too. */
export function importsOf(source) {
  return [...source.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]);
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

/** The sentences that say what a file imports and must not; empty where all is well. */
export function violations(file, source) {
  const room = roomOf(file);
  if (room === undefined) return [];
  const isTest = /\.test\.tsx?$/.test(file);
  return importsOf(source).flatMap((specifier) => {
    const target = targetOf(file, specifier);
    if (target !== null) {
      const other = roomOf(target);
      if (other === undefined || other === room || ROOMS[room].includes(other)) return [];
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
    if (name in PACKAGES && !PACKAGES[name].includes(room)) {
      return [`${file} imports ${specifier}: only ${PACKAGES[name].join(', ')} may.`];
    }
    return [];
  });
}
