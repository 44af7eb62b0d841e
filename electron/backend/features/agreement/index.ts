export { readSides, taggerOfRun, titleOfSide } from './read-sides.ts';
