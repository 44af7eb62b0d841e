export {
  JobProgress,
  JobStrip,
  jobQueries,
  StartedJobFoot,
  StartedJobState,
  useActiveJob,
  useDoneJobs,
  useStartedJob,
} from './jobs.tsx';
