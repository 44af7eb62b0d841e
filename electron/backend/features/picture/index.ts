export { startPicture } from './feature.ts';
