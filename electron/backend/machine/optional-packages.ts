import { createRequire } from 'node:module';

const requireOptional = createRequire(import.meta.url);

/** Names the first of the packages that is not installed, as a sentence; null if all are. */
export function missingPackage(names: readonly string[]): string | null {
  for (const name of names) {
    try {
      requireOptional.resolve(name);
    } catch {
      return `The optional package ${name} is not installed.`;
    }
  }
  return null;
}
