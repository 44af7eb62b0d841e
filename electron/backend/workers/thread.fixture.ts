import { runThread } from './run-thread.ts';

await runThread({ called: () => import('./called.fixture.ts') });
