/** What can be taken from texts, in the order in which it is. */
export const CLEANING_RULES = [
  'html',
  'entities',
  'quotes',
  'signatures',
  'initials',
  'repeated',
  'menus',
] as const;
export type CleaningRule = (typeof CLEANING_RULES)[number];
