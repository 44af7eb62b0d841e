export { WhereField } from './where-field.tsx';
