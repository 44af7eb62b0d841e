export const DEMO = 'demo.dialogram';
export const SMALL_DEMO = 'small-demo.dialogram';
export const NO_DEMOS = 'no-demos.txt';
