import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string): string => resolve(import.meta.dirname, path);

const out = process.env.DIALOGRAM_OUT ?? 'out';
/** Loaded for this build only, because it parses every source. */
const texts = out === 'out-pseudo' ? [(await import('./scripts/pseudo.mjs')).pseudoTexts()] : [];

/**
 * Three builds: the Node side (every shell, the backend thread and the one that calls functions, flat in out/main, so that
 * each finds the others beside itself), the preload script (one CommonJS file, as the sandbox wants it), the page.
 */
export default defineConfig({
  main: {
    plugins: texts,
    build: {
      outDir: at(`${out}/main`),
      // Of all packages zod alone is read by every thread; in one piece it takes a thread a third less to start.
      externalizeDeps: { exclude: ['zod'] },
      rollupOptions: {
        input: {
          index: at('electron/main/index.ts'),
          web: at('electron/web/main.ts'),
          cli: at('electron/cli/main.ts'),
          'backend-thread': at('electron/backend/thread/thread.ts'),
          'worker-thread': at('electron/backend/workers/thread.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: at(`${out}/preload`),
      externalizeDeps: false,
      rollupOptions: {
        input: { index: at('electron/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('renderer'),
    publicDir: at('resources/public'),
    plugins: [...texts, react()],
    build: {
      outDir: at(`${out}/renderer`),
      minify: true,
      emptyOutDir: true,
      rollupOptions: { input: { index: at('renderer/index.html') } },
    },
    worker: { format: 'es' },
  },
});
