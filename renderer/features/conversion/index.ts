export { useConversion } from './use-conversion.ts';
