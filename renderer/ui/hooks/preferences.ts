import { create } from 'zustand';

const PREFIX = 'dialogram.';
/** Prefix of values that belong to a tab. Resetting the settings leaves them alone. */
const TAB_PREFIX = 'dialogram-tab.';

const nameOf = (key: string, session: boolean): string => (session ? TAB_PREFIX : PREFIX) + key;

function area(session: boolean): Storage | null {
  try {
    // The desktop app has no tabs, so it keeps a tab's values until the next start.
    return session && !('dialogram' in window) ? window.sessionStorage : window.localStorage;
  } catch {
    return null;
  }
}

export function readStored<Value>(key: string, otherwise: Value, session = false): Value {
  try {
    const text = area(session)?.getItem(nameOf(key, session));
    return text == null ? otherwise : (JSON.parse(text) as Value);
  } catch {
    return otherwise;
  }
}

export function writeStored(key: string, value: unknown, session = false): void {
  try {
    if (value === null) area(session)?.removeItem(nameOf(key, session));
    else area(session)?.setItem(nameOf(key, session), JSON.stringify(value));
  } catch {
    // Without storage the setting is lost when the page closes.
  }
}

export function forgetStored(start: string): void {
  try {
    const storage = area(false);
    for (const key of Object.keys(storage ?? {}))
      if (key.startsWith(PREFIX + start)) storage?.removeItem(key);
  } catch {
    // Without storage, nothing is remembered.
  }
}

export type Theme = 'system' | 'light' | 'dark';

interface Preferences {
  readonly theme: Theme;
  /** True if shortcuts of a single character are on; people who dictate turn them off (WCAG 2.1.4). */
  readonly singleKeys: boolean;
  /** The person's own keys by command, which replace the defaults. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  readonly hintsRead: number;
}

export const usePreferences = create<Preferences>(() => ({
  theme: readStored<Theme>('theme', 'system'),
  singleKeys: readStored('singleKeys', true),
  // Commands of turns had other names.
  keys: Object.fromEntries(
    Object.entries(readStored<Preferences['keys']>('keys', {})).map(([id, keys]) => [
      id.replace(/^round\./, 'turn.'),
      keys,
    ]),
  ),
  hintsRead: readStored('hintsRead', 0),
}));

export function prefer<Key extends keyof Preferences>(key: Key, value: Preferences[Key]): void {
  usePreferences.setState({ [key]: value } as Pick<Preferences, Key>);
  writeStored(key, value);
  if (key === 'theme') applyTheme();
}

export function applyTheme(): void {
  const { theme } = usePreferences.getState();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function isDark(): boolean {
  const { theme } = usePreferences.getState();
  return (
    theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  );
}
