import { bank } from './bank.ts';
import { trip } from './trip.ts';
import { trivia } from './trivia.ts';

/** The three domains of STAR that the paper measures. */
export const STAR_DOMAINS = { bank, trip, trivia } as const;
