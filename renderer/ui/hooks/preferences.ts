import { create } from 'zustand';
import { readStored, writeStored } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';

interface Preferences {
  readonly theme: Theme;
  /** Shortcuts of one letter or sign; off for those who speak to their computer (WCAG 2.1.4). */
  readonly singleKeys: boolean;
  /** Keys chosen in place of those the app comes with, by command. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** Number of first hints that the person has read. */
  readonly hintsRead: number;
}

/** What the person likes; kept in this browser or on this computer, not in the project. */
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

/** Puts the chosen theme on the page; "system" leaves it to the system's own wish. */
export function applyTheme(): void {
  const { theme } = usePreferences.getState();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** True where the page is dark now. */
export function isDark(): boolean {
  const { theme } = usePreferences.getState();
  return (
    theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  );
}
