export { backupSettings } from './feature.ts';
