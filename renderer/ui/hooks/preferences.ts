import { create } from 'zustand';
import { readStored, writeStored } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';

interface Preferences {
  readonly theme: Theme;
  /** True if shortcuts of a single character are on; people who dictate turn them off (WCAG 2.1.4). */
  readonly singleKeys: boolean;
  /** The person's own keys by command, which replace the defaults. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Number of first hints that the person has read. */
  readonly hintsRead: number;
}

/** The person's preferences, stored in this browser or on this computer and not in the project. */
export const usePreferences = create<Preferences>(() => ({
  theme: readStored<Theme>('theme', 'system'),
  singleKeys: readStored('singleKeys', true),
  keys: readStored<Preferences['keys']>('keys', {}),
  hintsRead: readStored('hintsRead', 0),
}));

export function prefer<Key extends keyof Preferences>(key: Key, value: Preferences[Key]): void {
  usePreferences.setState({ [key]: value } as Pick<Preferences, Key>);
  writeStored(key, value);
  if (key === 'theme') applyTheme();
}

/** Applies the chosen theme to the page; "system" follows the system's setting. */
export function applyTheme(): void {
  const { theme } = usePreferences.getState();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** True if the page is dark now. */
export function isDark(): boolean {
  const { theme } = usePreferences.getState();
  return (
    theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  );
}
