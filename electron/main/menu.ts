import type { MenuItemConstructorOptions } from 'electron';
import { HELP_COMMANDS } from '#shared/contract/native.ts';

/** Returns the app's menu. `zoom` changes the page's size by a step; 0 resets the size. */
export function menuTemplate(
  platform: NodeJS.Platform,
  run: (command: string) => void,
  zoom: (by: 1 | -1 | 0) => void,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin';
  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    { label: 'File', submenu: [isMac ? { role: 'close' } : { role: 'quit' }] },
    {
      // No undo and redo: outside text fields, the page uses these keys for the edit log.
      label: 'Edit',
      submenu: [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, { role: 'selectAll' }],
    },
    {
      label: 'View',
      submenu: [
        { label: 'Actual Size', accelerator: 'CmdOrCtrl+0', click: () => zoom(0) },
        { label: 'Zoom In', accelerator: 'CmdOrCtrl+Plus', click: () => zoom(1) },
        // The same key without Shift, where plus is above the equals sign.
        { label: 'Zoom In', accelerator: 'CmdOrCtrl+=', visible: false, click: () => zoom(1) },
        { label: 'Zoom Out', accelerator: 'CmdOrCtrl+-', click: () => zoom(-1) },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        { role: 'toggleDevTools' },
      ],
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      label: 'Help',
      submenu: HELP_COMMANDS.map(({ id, label }) => ({ label, click: () => run(id) })),
    },
  ];
}
