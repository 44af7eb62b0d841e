export {
  findTopicsRun,
  nameTopics,
  renewTopics,
  requireTopicsRun,
  runTopics,
  topicCards,
} from './feature.ts';
