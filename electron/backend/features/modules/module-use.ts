import { type ModuleUse, moduleUseSchema } from '#shared/contract/modules.ts';
import type { ReadDatabase, WriteDatabase } from '../../store/database.ts';
import { readMeta, writeMeta } from '../../store/file/meta-table.ts';

const KEY = 'module_use';

const NO_MODULES: ModuleUse = { when: 'never', modules: [] };

/**
 * Returns which modules a project asks, and when. The project holds only their ids. Folders, hosts and
 * permissions belong to this machine, so a project from elsewhere brings none.
 */
export function readModuleUse(database: ReadDatabase): ModuleUse {
  const kept = readMeta(database, KEY);
  if (kept === null) return NO_MODULES;
  try {
    return moduleUseSchema.parse(JSON.parse(kept));
  } catch {
    return NO_MODULES;
  }
}

export function writeModuleUse(database: WriteDatabase, use: ModuleUse): void {
  writeMeta(database, KEY, JSON.stringify(use));
}
