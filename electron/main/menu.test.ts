import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { HELP_COMMANDS } from '#shared/contract/native.ts';
import { menuTemplate } from './menu.ts';

const rolesOf = (items: readonly MenuItemConstructorOptions[]): string[] =>
  items.flatMap((item) => [
    ...(item.role ? [item.role] : []),
    ...(Array.isArray(item.submenu) ? rolesOf(item.submenu) : []),
  ]);

it.each(['linux', 'win32', 'darwin'] as const)(
  'on %s it has the usual roles, and leaves undo to the page',
  (platform) => {
    const roles = rolesOf(
      menuTemplate(
        platform,
        () => {},
        () => {},
      ),
    );
    expect(roles).toEqual(expect.arrayContaining(['copy', 'paste', 'selectAll', 'windowMenu']));
    expect(roles.includes('appMenu')).toBe(platform === 'darwin');
    expect(roles.includes('quit')).toBe(platform !== 'darwin');
    for (const role of ['undo', 'redo', 'reload', 'forceReload']) expect(roles).not.toContain(role);
  },
);

it('has commands of the page in its Help menu', () => {
  const run: string[] = [];
  const help = menuTemplate(
    'linux',
    (id) => run.push(id),
    () => {},
  ).find(({ role }) => role === 'help');
  const entries = help?.submenu as MenuItemConstructorOptions[];
  expect(entries.map(({ label }) => label)).toEqual(['Health…', 'Copy diagnosis']);
  for (const { click } of entries) click?.({} as never, undefined, {} as never);
  expect(run).toEqual(HELP_COMMANDS.map(({ id }) => id));
});

it('zooms by its own entries, within the limits of the app', () => {
  const by: number[] = [];
  const view = menuTemplate(
    'linux',
    () => {},
    (step) => by.push(step),
  ).find(({ label }) => label === 'View');
  const entries = ((view?.submenu ?? []) as MenuItemConstructorOptions[]).filter(
    ({ accelerator }) => accelerator,
  );
  for (const { click } of entries) click?.({} as never, undefined, {} as never);
  expect(entries.map(({ label, accelerator }) => `${label} ${accelerator}`)).toEqual([
    'Actual Size CmdOrCtrl+0',
    'Zoom In CmdOrCtrl+Plus',
    'Zoom In CmdOrCtrl+=',
    'Zoom Out CmdOrCtrl+-',
  ]);
  expect(by).toEqual([0, 1, 1, -1]);
});
