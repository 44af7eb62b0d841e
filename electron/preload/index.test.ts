import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  NATIVE_CHANNELS,
  OPENED_MESSAGE,
  PORT_MESSAGE,
  type PreloadBridge,
  RUN_MESSAGE,
} from '#shared/contract/native.ts';

const electron = vi.hoisted(() => ({
  contextBridge: { exposeInMainWorld: vi.fn() },
  ipcRenderer: { invoke: vi.fn(async (channel: string) => `answer of ${channel}`), on: vi.fn() },
  webUtils: { getPathForFile: vi.fn(() => '/dropped/calls.csv') },
}));
vi.mock('electron', () => electron);

const postMessage = vi.fn();
let exposed: unknown[][];
let listeners: [string, (event: unknown, argument?: unknown) => void][];
let bridge: PreloadBridge;

beforeAll(async () => {
  vi.stubGlobal('window', { postMessage });
  await import('./index.ts');
  exposed = [...electron.contextBridge.exposeInMainWorld.mock.calls];
  listeners = [...electron.ipcRenderer.on.mock.calls] as typeof listeners;
  bridge = exposed[0][1] as PreloadBridge;
});

describe('what the page gets', () => {
  it('is one object with the native abilities and the path of a dropped file', () => {
    expect(exposed).toEqual([['dialogram', bridge]]);
    expect(Object.keys(bridge).sort()).toEqual(['native', 'pathOfFile']);
    expect(Object.keys(bridge.native).sort()).toEqual(['shell', ...Object.keys(NATIVE_CHANNELS)].sort());
    expect(bridge.native.shell).toBe('electron');
    expect(bridge.pathOfFile({})).toBe('/dropped/calls.csv');
  });

  it.each(Object.entries(NATIVE_CHANNELS))('%s asks by its own channel', async (ability, channel) => {
    const ask = bridge.native[ability as keyof typeof NATIVE_CHANNELS] as (text: string) => Promise<unknown>;
    expect(await ask('text')).toBe(`answer of ${channel}`);
    expect(electron.ipcRenderer.invoke.mock.lastCall?.[0]).toBe(channel);
  });

  it('is handed its port by a message to its own window, the port and nothing else', () => {
    const port = { port: true };
    const [listener] = listeners.flatMap(([channel, heard]) => (channel === PORT_MESSAGE ? [heard] : []));
    listener({ ports: [port], sender: 'electron' }, 'anything');
    expect(postMessage.mock.calls).toEqual([[PORT_MESSAGE, 'app://dialogram', [port]]]);
  });

  it('is told of a file to open and a command to run, and of nothing else', () => {
    expect(listeners.map(([channel]) => channel).sort()).toEqual([OPENED_MESSAGE, PORT_MESSAGE, RUN_MESSAGE]);
    postMessage.mockClear();
    for (const [channel, listener] of listeners)
      if (channel === OPENED_MESSAGE) listener({ sender: 'electron' }, '/a.dialogram');
    expect(postMessage.mock.calls).toEqual([[OPENED_MESSAGE, 'app://dialogram']]);
    postMessage.mockClear();
    for (const [channel, listener] of listeners)
      if (channel === RUN_MESSAGE) listener({ sender: 'electron' }, 'health.show');
    expect(postMessage.mock.calls).toEqual([[`${RUN_MESSAGE}health.show`, 'app://dialogram']]);
  });
});
