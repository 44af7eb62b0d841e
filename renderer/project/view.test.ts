import { afterEach, expect, it, vi } from 'vitest';
import { enterView, useView } from './view.ts';

afterEach(() => vi.unstubAllGlobals());

it('shows the stored tab again, and the graph for a tab of an earlier version that is gone', () => {
  const enteredWith = (tab: string) => {
    const stored = JSON.stringify({ project: 'a', tab, where: 'turns > 5' });
    vi.stubGlobal('window', { sessionStorage: { getItem: () => stored } });
    enterView('a');
    const view = useView.getState();
    return [view.tab, view.where];
  };
  expect(enteredWith('transitions')).toEqual(['transitions', 'turns > 5']);
  expect(enteredWith('ways')).toEqual(['graph', 'turns > 5']);
});
