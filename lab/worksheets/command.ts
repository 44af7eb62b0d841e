import { experiment } from '../experiment.ts';
import { DOMAINS, evaluateWorksheets, STATES } from './evaluate-star.ts';

export const command = experiment(
  ['worksheets --domain bank|trip|trivia --dialogues FILE --state annotations|extracted'],
  async (given, { signal }) => {
    const domain = given.requiredChoice('domain', DOMAINS);
    const state = given.requiredChoice('state', STATES);
    const dialogues = given.requiredPath('dialogues');
    return evaluateWorksheets({ domain, dialogues, state }, signal);
  },
);
