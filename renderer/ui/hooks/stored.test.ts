import { afterEach, describe, expect, it, vi } from 'vitest';
import { forgetStored, readStored, writeStored } from './preferences.ts';

function storage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

function page(shell: 'browser' | 'electron') {
  const [localStorage, sessionStorage] = [storage(), storage()];
  vi.stubGlobal('window', { localStorage, sessionStorage, ...(shell === 'electron' && { dialogram: {} }) });
  return { localStorage, sessionStorage };
}

describe('stored values', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('last for the tab in a browser, and until the next start in the desktop app', () => {
    const browser = page('browser');
    writeStored('view', { tab: 'table' }, true);
    expect([browser.sessionStorage.values.size, browser.localStorage.values.size]).toEqual([1, 0]);
    const desktop = page('electron');
    writeStored('view', { tab: 'table' }, true);
    expect([desktop.sessionStorage.values.size, desktop.localStorage.values.size]).toEqual([0, 1]);
    expect(readStored('view', null, true)).toEqual({ tab: 'table' });
    writeStored('view', null, true);
    expect(readStored('view', 'nothing', true)).toBe('nothing');
  });

  it('are forgotten by the beginning of their name; those of the tab stay', () => {
    const { localStorage } = page('electron');
    writeStored('keys', {});
    writeStored('split.list', 3);
    writeStored('project', '/a', true);
    Object.assign(localStorage, Object.fromEntries(localStorage.values));
    forgetStored('split.');
    expect([readStored('keys', null), readStored('split.list', null)]).toEqual([{}, null]);
    forgetStored('');
    expect(readStored('keys', null)).toBeNull();
    expect(readStored('project', null, true)).toBe('/a');
  });

  it('still hold the keys that people chose for commands of turns, whose names were others', async () => {
    const { localStorage } = page('browser');
    localStorage.setItem('dialogram.keys', JSON.stringify({ 'round.next': ['J'], 'view.all': ['V'] }));
    vi.resetModules();
    const { usePreferences } = await import('./preferences.ts');
    expect(usePreferences.getState().keys).toEqual({ 'turn.next': ['J'], 'view.all': ['V'] });
  });

  it('are ignored if a browser refuses storage', () => {
    vi.stubGlobal('window', {
      get localStorage() {
        throw new Error('refused');
      },
    });
    writeStored('theme', 'dark');
    forgetStored('theme');
    expect(readStored('theme', 'system')).toBe('system');
  });
});
