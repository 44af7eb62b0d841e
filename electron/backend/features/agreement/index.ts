export { readDifferences } from './read-differences.ts';
export { readSides, taggerOfRun, titleOfSide } from './read-sides.ts';
