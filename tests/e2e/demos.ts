/** File names of the demo projects, once they are complete. */
export const DEMO = 'demo.dialogram';
export const SMALL_DEMO = 'small-demo.dialogram';
/** This file replaces them if they could not be created, and says why. */
export const NO_DEMOS = 'no-demos.txt';
