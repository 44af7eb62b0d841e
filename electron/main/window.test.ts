import { EventEmitter } from 'node:events';
import type { BrowserWindow, WebContents } from 'electron';
import { describe, expect, it, vi } from 'vitest';
import { hardenContents, isOwnFrame, showWhenReady, windowOptions } from './window.ts';

const ADDRESS = 'app://dialogram/index.html';

describe('windowOptions', () => {
  it('isolates the page and gives it no Node', () => {
    const { webPreferences, show } = windowOptions('/app/preload.cjs');
    expect(webPreferences).toMatchObject({
      preload: '/app/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
    });
    // These two settings are never turned off.
    expect(webPreferences).not.toHaveProperty('webSecurity');
    expect(webPreferences).not.toHaveProperty('allowRunningInsecureContent');
    expect(show).toBe(false);
  });

  it('opens where the window was, else of a size of its own', () => {
    const place = { x: 10, y: 20, width: 1000, height: 700 };
    expect(windowOptions('/app/preload.cjs', place)).toMatchObject(place);
    expect(windowOptions('/app/preload.cjs')).toMatchObject({ width: 1440, height: 900 });
    expect(windowOptions('/app/preload.cjs')).not.toHaveProperty('x');
  });
});

describe('hardenContents', () => {
  function hardened() {
    const contents = new EventEmitter() as EventEmitter & { setWindowOpenHandler: ReturnType<typeof vi.fn> };
    contents.setWindowOpenHandler = vi.fn();
    hardenContents(contents as unknown as WebContents);
    const prevented = (event: string, url?: string): boolean => {
      const preventDefault = vi.fn();
      contents.emit(event, { url, preventDefault });
      return preventDefault.mock.calls.length > 0;
    };
    return { contents, prevented };
  }

  it.each([
    'https://example.org/',
    'file:///etc/passwd',
    'app://dialogram.evil/index.html',
    `${ADDRESS}/../other.html`,
    ADDRESS.replace('index', 'other'),
    'javascript:alert(1)',
    'data:text/html,<p>',
  ])('does not go to %s', (url) => {
    const { prevented } = hardened();
    expect(prevented('will-navigate', url)).toBe(true);
    expect(prevented('will-redirect', url)).toBe(true);
  });

  it('may load its own page again', () => {
    expect(hardened().prevented('will-navigate', ADDRESS)).toBe(false);
  });

  it('opens no windows but an empty one for notes, and embeds nothing', () => {
    const { contents, prevented } = hardened();
    const [handler] = contents.setWindowOpenHandler.mock.calls[0];
    for (const url of [ADDRESS, 'https://example.org/', 'javascript:alert(1)'])
      expect(handler({ url, frameName: 'dialogram-notes' })).toEqual({ action: 'deny' });
    expect(handler({ url: 'about:blank', frameName: 'other' })).toEqual({ action: 'deny' });
    expect(handler({ url: 'about:blank', frameName: 'dialogram-notes' })).toMatchObject({ action: 'allow' });
    expect(prevented('will-attach-webview')).toBe(true);
  });
});

describe('isOwnFrame', () => {
  it.each<[string, boolean, { url: string; parent: unknown } | null]>([
    ['the page', true, { url: ADDRESS, parent: null }],
    ['the page with a fragment and a query', true, { url: `${ADDRESS}?x=1#state-3`, parent: null }],
    ['a frame in the page', false, { url: ADDRESS, parent: {} }],
    ['another file', false, { url: 'app://dialogram/other.html', parent: null }],
    ['a file of the disk', false, { url: 'file:///app/out/renderer/index.html', parent: null }],
    ['a page that only begins alike', false, { url: `${ADDRESS}.evil`, parent: null }],
    ['a remote page', false, { url: 'https://example.org/index.html', parent: null }],
    ['a frame that is gone', false, null],
  ])('%s: %s', (_, expected, senderFrame) => {
    expect(isOwnFrame({ senderFrame })).toBe(expected);
  });
});

it('shows the window once it has something to show', () => {
  const window = new EventEmitter() as EventEmitter & { show: () => void };
  window.show = vi.fn();
  showWhenReady(window as unknown as BrowserWindow);
  expect(window.show).not.toHaveBeenCalled();
  window.emit('ready-to-show');
  expect(window.show).toHaveBeenCalledOnce();
});
