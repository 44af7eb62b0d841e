export { itemOf, personVotes } from './ranking.ts';
