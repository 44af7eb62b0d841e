export { DatabaseDialog } from './database-dialog.tsx';
export { databaseQueries } from './queries.ts';
