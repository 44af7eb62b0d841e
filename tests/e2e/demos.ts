/** What the demo projects are called in their folder, once they are whole. */
export const DEMO = 'demo.dialogram';
export const SMALL_DEMO = 'small-demo.dialogram';
/** Stands there instead where they could not be made, and says why. */
export const NO_DEMOS = 'no-demos.txt';
