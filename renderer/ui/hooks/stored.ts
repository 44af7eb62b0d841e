/**
 * Small settings of the page itself, such as the theme and the sizes of panels. A browser may refuse storage
 * (private windows, blocked cookies); the page then works and forgets.
 */

const PREFIX = 'dialogram.';

function area(session: boolean): Storage | null {
  try {
    // The desktop app has one window and no tabs: what a tab would keep, it keeps until it is started again.
    return session && !('dialogram' in window) ? window.sessionStorage : window.localStorage;
  } catch {
    return null;
  }
}

/** A stored value, or `otherwise` where none is stored or it cannot be read. */
export function readStored<Value>(key: string, otherwise: Value, session = false): Value {
  try {
    const text = area(session)?.getItem(PREFIX + key);
    return text == null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

/** Keeps a value; null takes it away. `session` keeps it for this tab only, across reloads; in the desktop app also for the next start. */
export function writeStored(key: string, value: unknown, session = false): void {
  try {
    if (value === null) area(session)?.removeItem(PREFIX + key);
    else area(session)?.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Nothing to do: the setting lasts as long as the page.
  }
}

/** Takes away every lasting value whose key begins so. */
export function forgetStored(start: string): void {
  try {
    const storage = area(false);
    for (const key of Object.keys(storage ?? {}))
      if (key.startsWith(PREFIX + start)) storage?.removeItem(key);
  } catch {
    // As above: there is nothing stored, or nobody may look.
  }
}
