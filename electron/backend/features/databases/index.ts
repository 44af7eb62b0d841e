export { readDatabaseAddress } from './database-address.ts';
export { databaseRegistry } from './database-registry.ts';
