import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const at = (path: string): string => resolve(import.meta.dirname, path);

/**
 * Three builds: the Node side (every shell, the backend thread and its workers, flat in out/main, so that each
 * finds the others beside itself), the preload script (one CommonJS file, as the sandbox wants it), the page.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: true,
      rollupOptions: {
        input: {
          index: at('electron/main/index.ts'),
          web: at('electron/web/main.ts'),
          cli: at('electron/cli/main.ts'),
          'backend-thread': at('electron/backend/thread.ts'),
          'worker-learning': at('electron/backend/workers/learning.ts'),
          'worker-tagging': at('electron/backend/workers/tagging.ts'),
          'worker-analysis': at('electron/backend/workers/analysis.ts'),
          'worker-text-analysis': at('electron/backend/workers/text-analysis.ts'),
          'worker-queries': at('electron/backend/workers/queries.ts'),
          'worker-retrieval': at('electron/backend/workers/retrieval.ts'),
          'worker-relearning': at('electron/backend/workers/relearning.ts'),
          'worker-evaluation': at('electron/backend/workers/evaluation.ts'),
          'worker-review': at('electron/backend/workers/review.ts'),
          'worker-turn-tagging': at('electron/backend/workers/turn-tagging.ts'),
          'worker-documents': at('electron/backend/workers/documents.ts'),
          'worker-checkpoint': at('electron/backend/workers/checkpoint.ts'),
          'worker-purge': at('electron/backend/workers/purge.ts'),
          'worker-vocabulary': at('electron/backend/workers/vocabulary.ts'),
          'worker-batch': at('electron/backend/workers/batch.ts'),
          'worker-batch-figures': at('electron/backend/workers/batch-figures.ts'),
          'worker-judging-figures': at('electron/backend/workers/judging-figures.ts'),
          'worker-encoding': at('electron/backend/workers/encoding.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
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
    plugins: [react()],
    build: {
      outDir: at('out/renderer'),
      emptyOutDir: true,
      rollupOptions: { input: { index: at('renderer/index.html') } },
    },
    worker: { format: 'es' },
  },
});
