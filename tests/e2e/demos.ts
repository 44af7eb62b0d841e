/** File names of the demo projects, once they are complete. */
export const DEMO = 'demo.dialogram';
export const SMALL_DEMO = 'small-demo.dialogram';
/** This file has the reason if the demo projects could not be created. */
export const NO_DEMOS = 'no-demos.txt';
