/**
 * The maximum number of states of an overview, including the start. Sizes from 8 to 24 are chosen from the
 * data.
 */
export const PICTURE_SIZES: readonly number[] = [
  6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 28, 32, 36, 40,
];
