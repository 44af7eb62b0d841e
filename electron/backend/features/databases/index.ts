export { databaseRegistry, readDatabaseAddress } from './database-registry.ts';
