export { dialoguesWhere } from './dialogues-where.ts';
