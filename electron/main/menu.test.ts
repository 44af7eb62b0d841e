import type { MenuItemConstructorOptions } from 'electron';
import { expect, it } from 'vitest';
import { menuTemplate } from './menu.ts';

const rolesOf = (items: readonly MenuItemConstructorOptions[]): string[] =>
  items.flatMap((item) => [
    ...(item.role ? [item.role] : []),
    ...(Array.isArray(item.submenu) ? rolesOf(item.submenu) : []),
  ]);

it.each(['linux', 'win32', 'darwin'] as const)(
  'on %s it has the usual roles, and leaves undo to the page',
  (platform) => {
    const roles = rolesOf(menuTemplate(platform));
    expect(roles).toEqual(
      expect.arrayContaining(['copy', 'paste', 'selectAll', 'zoomIn', 'zoomOut', 'windowMenu']),
    );
    expect(roles.includes('appMenu')).toBe(platform === 'darwin');
    expect(roles.includes('quit')).toBe(platform !== 'darwin');
    for (const role of ['undo', 'redo', 'reload', 'forceReload']) expect(roles).not.toContain(role);
  },
);
