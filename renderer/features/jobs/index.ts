export {
  JobProgress,
  JobStrip,
  jobQueries,
  StartedJobDialog,
  StartedJobState,
  useActiveJob,
  useDoneJobs,
  useStartedJob,
} from './jobs.tsx';
