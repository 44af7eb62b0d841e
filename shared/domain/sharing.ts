/** The minimum number of dialogues for anything in an export to be shared. Rarer items are left out. */
export const LEAST_SHARED = 5;
