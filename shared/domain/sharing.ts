/** What fewer dialogues than this share is left out of an export that is made to be passed on. */
export const LEAST_SHARED = 5;
