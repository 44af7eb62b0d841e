import type { Feature } from '../../feature.ts';
import { demoJob, demoRestJob } from './demo-job.ts';

/** The demo corpus; `projects` has the method that makes it. */
export const feature: Feature = { jobs: [demoJob, demoRestJob] };
