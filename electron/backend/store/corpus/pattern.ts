import { RE2JS, RE2JSSyntaxException } from 're2js';
import { DialogramError } from '#shared/contract/errors.ts';
import type { ReadDatabase } from '../database.ts';

/**
 * A person's regular expression, in RE2's syntax, which takes time linear in the text whatever the pattern:
 * there are no look-arounds and no back references. Case is ignored, unless `(?-i)` is set.
 * @throws DialogramError INVALID with the invalid part
 */
function compilePattern(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const part = String(error.input);
    throw new DialogramError('INVALID', `The pattern cannot be read: ${error.error}, at “${part}”.`, {
      place: `character ${Math.max(0, pattern.indexOf(part)) + 1} of the pattern`,
      value: pattern,
      nextStep:
        'Correct it there. To match a special character itself, write a backslash before it, as in \\(.',
    });
  }
}

const compiled = new Map<string, RE2JS>();
const known = new WeakSet<ReadDatabase>();

/** Makes `pattern_found(pattern, text)` known to a connection, for a pattern that can be read. */
export function keepPattern(database: ReadDatabase, pattern: string): void {
  compiled.clear();
  compiled.set(pattern, compilePattern(pattern));
  if (known.has(database)) return;
  known.add(database);
  database.function('pattern_found', { deterministic: true }, (asked: string, text: string) => {
    let found = compiled.get(asked);
    if (!found) {
      found = compilePattern(asked);
      compiled.set(asked, found);
    }
    return found.test(text) ? 1 : 0;
  });
}
