import type { BrowserContext, Page } from 'playwright-core';

export type Expected = readonly RegExp[];

/** Collects console errors, uncaught errors, and requests or sockets to another origin. */
export function watchContext(context: BrowserContext, origin: string, expected: Expected): string[] {
  const faults: string[] = [];
  const note = (text: string): void => {
    if (!expected.some((pattern) => pattern.test(text))) faults.push(text);
  };
  const checkAddress = (address: string): void => {
    const { protocol, host } = new URL(address);
    if (protocol === 'data:' || protocol === 'blob:') return;
    if (host !== new URL(origin).host) note(`request to ${address}`);
  };
  const watchPage = (page: Page): void => {
    page.on('console', (message) => {
      if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => note(`error: ${error.stack ?? error.message}`));
    page.on('websocket', (socket) => checkAddress(socket.url()));
    page.on('crash', () => note('the page crashed'));
  };
  context.on('page', watchPage);
  context.on('request', (request) => checkAddress(request.url()));
  return faults;
}
