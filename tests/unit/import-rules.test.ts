import { describe, expect, it } from 'vitest';
import {
  cyclesOf,
  cycleViolations,
  featureOf,
  importsOf,
  PACKAGES,
  PURE,
  ROOMS,
  roomOf,
  sheetViolations,
  violations,
} from '../../scripts/import-rules.mjs';

const DOMAIN = "import type { Role } from '../domain/dialogue.ts';";

describe('roomOf', () => {
  it.each([
    ['shared/domain/ids.ts', 'shared/domain'],
    ['shared/algorithms/automaton/learn.ts', 'shared/algorithms'],
    ['electron/backend/store/file/lock.ts', 'electron/backend'],
    ['electron/main/index.ts', 'electron/main'],
    ['renderer/features/start/start.tsx', 'renderer/features'],
    ['rendererer/x.ts', undefined],
    ['tests/contract/transport.ts', undefined],
  ])('%s is in %s', (file, room) => {
    expect(roomOf(file)).toBe(room);
  });
});

describe('importsOf', () => {
  it('finds every kind of import', () => {
    const source = [
      "import a from 'one';",
      "import type { B } from 'two';",
      'import {\n  c,\n  d,\n} from "three";',
      "export { e } from 'four';",
      "export * from 'five';",
      "import 'six';",
      "const f = await import('seven');",
      "type G = import('eight').G;",
      "import json from './nine.json' with { type: 'json' };",
    ].join('\n');
    expect(importsOf(source).sort()).toEqual(
      ['./nine.json', 'eight', 'five', 'four', 'one', 'seven', 'six', 'three', 'two'].sort(),
    );
  });

  it('ignores text that looks like an import', () => {
    expect(importsOf("const text = 'we import from there';\nimportFrom('x');")).toEqual([]);
  });
});

describe('allowed imports', () => {
  it.each([
    ['shared/algorithms/text/fit.ts', DOMAIN.replace('..', '../..')],
    ['shared/contract/jobs.ts', "import { z } from 'zod';\nimport { x } from './base.ts';"],
    [
      'electron/backend/store/file/lock.ts',
      "import Database from 'better-sqlite3';\nimport { rmSync } from 'node:fs';",
    ],
    ['electron/backend/thread/thread.ts', "import { z } from '#shared/contract/contract.ts';"],
    [
      'electron/web/server.ts',
      "import { relay } from '#backend/thread/relay.ts';\nimport { WebSocketServer } from 'ws';",
    ],
    ['electron/main/index.ts', "import { app } from 'electron';"],
    [
      'renderer/app/app.tsx',
      "import { useState } from 'react';\nimport { x } from '#shared/algorithms/layout/picture/svg.ts';",
    ],
    ['shared/algorithms/text/fit.test.ts', "import { readFileSync } from 'node:fs';"],
    ['tests/contract/transport.ts', "import { app } from 'electron';"],
  ])('include %s', (file, source) => {
    expect(violations(file, source)).toEqual([]);
  });
});

describe('forbidden imports', () => {
  it.each([
    ['shared/domain/ids.ts', "import { x } from '../algorithms/random/random.ts';", 'no other room'],
    ['shared/algorithms/text/fit.ts', "import { x } from '#shared/contract/jobs.ts';", 'not shared/contract'],
    ['shared/contract/jobs.ts', "import { x } from '#backend/errors.ts';", 'not electron/backend'],
    ['shared/domain/ids.ts', "import { join } from 'node:path';", 'nothing of Node'],
    ['shared/contract/jobs.ts', "const fs = await import('node:fs');", 'nothing of Node'],
    ['electron/backend/thread/thread.ts', "import { app } from 'electron';", 'only electron/main'],
    ['electron/backend/thread/thread.ts', "import type { App } from 'electron';", 'only electron/main'],
    ['electron/backend/thread/relay.ts', "import { x } from '../../web/server.ts';", 'not electron/web'],
    [
      'electron/backend/thread/thread.ts',
      "import { x } from '../../../renderer/graph/graph.tsx';",
      'not renderer',
    ],
    ['electron/main/index.ts', "import Database from 'better-sqlite3';", 'only electron/backend'],
    [
      'electron/main/index.ts',
      "import { x } from '#shared/algorithms/automaton/learn.ts';",
      'not shared/algorithms',
    ],
    [
      'electron/preload/index.ts',
      "import { relay } from '#backend/thread/relay.ts';",
      'not electron/backend',
    ],
    ['electron/web/server.ts', "import { x } from '../main/window.ts';", 'not electron/main'],
    ['electron/cli/run.ts', "import { WebSocket } from 'ws';", 'only electron/web'],
    ['renderer/app/app.tsx', "import { createBackend } from '#backend/backend.ts';", 'not electron/backend'],
    ['renderer/app/app.tsx', "import { ipcRenderer } from 'electron';", 'only electron/main'],
    ['shared/algorithms/layout/picture/svg.ts', "import { createElement } from 'react';", 'only renderer'],
    [
      'shared/algorithms/layout/picture/svg.ts',
      "import { hydrate } from 'react-dom/client';",
      'only renderer',
    ],
    ['shared/algorithms/text/fit.test.ts', "import { x } from '#backend/errors.ts';", 'not electron/backend'],
    ['renderer/features/start/start.tsx', "import { x } from '../../app/header.tsx';", 'not renderer/app'],
    ['renderer/project/mode.ts', "import { x } from '../features/start/index.ts';", 'not renderer/features'],
    ['renderer/ui/text/icon.tsx', "import { x } from '../../project/mode.ts';", 'not renderer/project'],
  ])('%s: %s', (file, source, reason) => {
    const found = violations(file, source);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(file);
    expect(found[0]).toContain(reason);
  });

  it('are all reported', () => {
    const source = "import { app } from 'electron';\nimport { x } from '../../../renderer/app/app.tsx';";
    expect(violations('electron/backend/thread/thread.ts', source)).toHaveLength(2);
  });

  it('include importing the page, and shells in shared code', () => {
    for (const [room, others] of Object.entries(ROOMS)) {
      if (!room.startsWith('renderer/'))
        expect(
          others.filter((other) => other.startsWith('renderer/')),
          room,
        ).toEqual([]);
      if (PURE.includes(room))
        expect(
          others.every((other) => PURE.includes(other)),
          room,
        ).toBe(true);
    }
    expect(PACKAGES.electron).not.toContain('electron/backend');
  });
});

describe('features', () => {
  it.each([
    ['electron/backend/features/batch/handlers.ts', 'electron/backend/features/batch'],
    ['renderer/features/batch/rows/row.tsx', 'renderer/features/batch'],
    ['renderer/features/features.ts', undefined],
    ['electron/backend/store/database.ts', undefined],
  ])('put %s into %s', (file, feature) => {
    expect(featureOf(file)).toBe(feature);
  });

  const JUDGING = 'electron/backend/features/judging/handlers.ts';

  it('are named by the list of what runs in threads, which they do not import', () => {
    const source = "const modules = { moves: () => import('./features/tagging/find-moves.ts') };";
    expect(violations('electron/backend/thread-modules.ts', source)).toEqual([]);
    expect(violations('electron/backend/session.ts', source)).toHaveLength(1);
    const back = "import { modules } from '../../thread-modules.ts';";
    expect(violations(JUDGING, back)).toHaveLength(1);
  });

  it('reach each other through their index', () => {
    expect(violations(JUDGING, "import { x } from '../batch/index.ts';")).toEqual([]);
    expect(violations(JUDGING, "import type { X } from './estimate.ts';")).toEqual([]);
    const [sentence] = violations(JUDGING, "import type { X } from '../batch/batch-runs.ts';");
    expect(sentence).toContain('through electron/backend/features/batch/index.ts only');
  });

  it('are reached the same way by everybody else, except for the list of features', () => {
    const inside = "import { x } from '#backend/features/batch/batch-runs.ts';";
    const [sentence] = violations('electron/cli/commands/answers/batch.ts', inside);
    expect(sentence).toContain('through electron/backend/features/batch/index.ts only');
    const declared = "export { feature as batch } from './features/batch/feature.ts';";
    expect(violations('electron/backend/features.ts', declared)).toEqual([]);
    expect(violations('electron/backend/backend.ts', declared)).toHaveLength(1);
  });

  it.each(['../../open-project.ts', '../../backend.ts', '../../features.ts'])('do not reach %s', (above) => {
    const [sentence] = violations(JUDGING, `import type { X } from '${above}';`);
    expect(sentence).toContain('what feature.ts and project.ts say');
  });
});

describe('cycles', () => {
  it('are found once each, and named by their path', () => {
    const graph = new Map([
      ['a', new Set(['b', 'c'])],
      ['b', new Set(['c'])],
      ['c', new Set(['d'])],
      ['d', new Set(['b'])],
    ]);
    expect(cyclesOf(graph)).toEqual([['b', 'c', 'd', 'b']]);
    expect(cyclesOf(new Map([['a', new Set(['b'])]]))).toEqual([]);
  });

  it('include type imports, and features whose files have none', () => {
    const here = 'electron/backend/features';
    const byTypes = new Map([
      ['shared/domain/a.ts', "import type { B } from './b.ts';"],
      ['shared/domain/b.ts', "import { a } from './a.ts';"],
    ]);
    expect(cycleViolations(byTypes)).toEqual([
      'These import each other in a circle: shared/domain/a.ts → shared/domain/b.ts → shared/domain/a.ts.',
    ]);
    const mutual = new Map([
      [`${here}/a/index.ts`, "export { x } from './x.ts';"],
      [`${here}/a/x.ts`, ''],
      [`${here}/a/y.ts`, "import { z } from '../b/index.ts';"],
      [`${here}/b/index.ts`, "export { z } from './z.ts';"],
      [`${here}/b/z.ts`, "import { x } from '../a/index.ts';"],
    ]);
    expect(cycleViolations(mutual)).toEqual([
      `These import each other in a circle: ${here}/a → ${here}/b → ${here}/a.`,
    ]);
  });

  it('lets one file import a sheet', () => {
    const sheets = new Map([
      ['renderer/ui/a.tsx', "import './a.css';"],
      ['renderer/ui/b.tsx', "import './a.css';\nimport './b.css';"],
    ]);
    expect(sheetViolations(sheets)).toEqual([
      'renderer/ui/a.css is imported by renderer/ui/a.tsx and renderer/ui/b.tsx: one file imports a sheet.',
    ]);
  });
});
