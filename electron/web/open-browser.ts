import { spawn } from 'node:child_process';

/** True where a person could see a browser window. */
export function hasDisplay(): boolean {
  if (process.platform === 'win32' || process.platform === 'darwin')
    return process.env.SSH_CONNECTION === undefined;
  return Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

/** Opens an address in the default browser; false where the system has no way to. */
export function openBrowser(address: string): Promise<boolean> {
  const [command, args] =
    process.platform === 'darwin'
      ? ['open', [address]]
      : process.platform === 'win32'
        ? ['rundll32', ['url.dll,FileProtocolHandler', address]]
        : ['xdg-open', [address]];
  return new Promise((resolve) => {
    const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
