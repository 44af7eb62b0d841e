export { JobProgress } from './job-progress.tsx';
export { JobStrip } from './job-strip.tsx';
export { jobQueries } from './queries.ts';
export { StartedJobFoot, StartedJobState } from './started-job.tsx';
export { useActiveJob } from './use-active-job.ts';
export { useDoneJobs } from './use-done-jobs.ts';
export { useStartedJob } from './use-started-job.ts';
