import { expect, it } from 'vitest';
import { findSettings, type SettingsSection } from './settings-dialog.tsx';

const setting = (title: string, words = '') => ({ title, words, component: () => null });
const SECTIONS: readonly SettingsSection[] = [
  {
    order: 1,
    id: 'general',
    title: 'General',
    settings: [setting('Appearance', 'dark theme'), setting('Your name')],
  },
  { order: 2, id: 'models', title: 'Models', settings: [setting('Servers', 'key privacy')] },
];

const found = (query: string) =>
  findSettings(SECTIONS, query).map(({ id, settings }) => [id, ...settings.map(({ title }) => title)]);

it('finds settings by every word of their title, their words and their section', () => {
  expect(found('DARK')).toEqual([['general', 'Appearance']]);
  expect(found('privacy key')).toEqual([['models', 'Servers']]);
  expect(found('models privacy')).toEqual([['models', 'Servers']]);
  expect(found('dark name')).toEqual([]);
});

it('finds a whole section by its title, and everything without a query', () => {
  expect(found('general')).toEqual([['general', 'Appearance', 'Your name']]);
  expect(found(' ')).toHaveLength(2);
});
