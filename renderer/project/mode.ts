import { create } from 'zustand';
import { readStored, writeStored } from '../ui/hooks/stored.ts';

/** The ways to look at a project. */
export const MODES = [
  { value: 'explore', label: 'Explore', command: 'mode.explore' },
  { value: 'review', label: 'Review', command: 'mode.review' },
  { value: 'vocabulary', label: 'Vocabulary', command: 'mode.vocabulary' },
  { value: 'simulate', label: 'Simulate', command: 'mode.simulate' },
  { value: 'compare', label: 'Compare', command: 'mode.compare' },
  { value: 'results', label: 'Results', command: 'mode.results' },
] as const;

export type Mode = (typeof MODES)[number]['value'];

const STORED = 'mode';

/** Which of them is on show. Kept for the tab, so that a reload shows the same. */
export const useMode = create<{ readonly mode: Mode }>(() => {
  const stored = readStored<string | null>(STORED, null, true);
  return { mode: MODES.find(({ value }) => value === stored)?.value ?? 'explore' };
});

export function showMode(mode: Mode): void {
  useMode.setState({ mode });
  writeStored(STORED, mode, true);
}
