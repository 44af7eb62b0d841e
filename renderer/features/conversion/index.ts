export { useConversion } from './converted-dialog.tsx';
