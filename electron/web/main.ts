import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { settingsFolder, workspaceFolder } from '#backend/files.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { startWebServer } from './server.ts';

/**
 * The port is always the same, because browsers store settings by address. It is below the ports that systems assign
 * (32768).
 */
const USUAL_PORT = 24319;

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    workspace: { type: 'string', default: workspaceFolder() },
    'no-open': { type: 'boolean', default: false },
  },
});

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

try {
  mkdirSync(values.workspace, { recursive: true, mode: 0o700 });
  const entrance = join(values.workspace, 'Open Dialogram.html');
  const server = await startWebServer({
    port: Number(values.port ?? USUAL_PORT),
    orAnyPort: values.port === undefined,
    workspace: values.workspace,
    settingsFolder: settingsFolder(),
    pageFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
    version: packageJson.version,
    onEntered: () => rmSync(entrance, { force: true }),
  });
  const stop = (): void => {
    rmSync(entrance, { force: true });
    server.close().finally(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const opened =
    !values['no-open'] && hasDisplay() && (await openBrowser(writeEntrance(entrance, server.address)));
  say(
    opened
      ? 'Dialogram is open in your browser. This address works only once:'
      : 'Open this address in a browser. It works only once:',
  );
  say(`  ${server.address}`);
  say(`Projects and exports are kept in ${values.workspace}. Ctrl+C stops Dialogram.`);
} catch (error) {
  process.stderr.write(
    `Dialogram could not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
}

function hasDisplay(): boolean {
  if (process.platform === 'win32' || process.platform === 'darwin')
    return process.env.SSH_CONNECTION === undefined;
  return Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY);
}

/** Writes a private page that opens an address, since process arguments are public. */
function writeEntrance(file: string, address: string): string {
  rmSync(file, { force: true });
  const page = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${address}"><title>Dialogram</title><a href="${address}">Open Dialogram</a>\n`;
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  return pathToFileURL(file).href;
}

/** Opens an address in the default browser; false if impossible. */
function openBrowser(address: string): Promise<boolean> {
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
