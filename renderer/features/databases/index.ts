export { DatabaseDialog, databaseQueries } from './database-dialog.tsx';
