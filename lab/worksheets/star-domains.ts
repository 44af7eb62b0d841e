import { bank } from './bank.ts';
import { trip } from './trip.ts';
import { trivia } from './trivia.ts';

export const STAR_DOMAINS = { bank, trip, trivia } as const;
