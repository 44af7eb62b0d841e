/**
 * Measures tagging with a model at scale: a queue of dialogues against a local server, killed at half and resumed.
 *
 * npx node bench/model-tagging.ts [dialogues] [requests at a time] (default: 50000 16)
 *
 * The built browser shell and the model's server are processes; this process is the page.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import { WebSocket } from 'ws';
import type { DialogramClient } from '../shared/contract/contract.ts';
import type { Job } from '../shared/contract/jobs.ts';
import type { JobId } from '../shared/domain/ids.ts';
import { connectServer, tagsByLongestWord } from '../tests/fixtures/tagging-model.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function serve(): void {
  let chats = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.url === '/count') {
        response.end(JSON.stringify({ chats }));
        return;
      }
      chats++;
      const body = JSON.parse(Buffer.concat(parts).toString());
      const content = tagsByLongestWord(body);
      response.end(
        JSON.stringify({
          id: 'c',
          object: 'chat.completion',
          model: body.model,
          choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
          usage: { prompt_tokens: 700, completion_tokens: 60, total_tokens: 760 },
        }),
      );
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

/** Six turns a dialogue; no two dialogues have the same words. */
function writeCorpus(file: string, dialogues: number): void {
  const lines: string[] = [];
  for (let index = 0; index < dialogues; index++) {
    const word = [...String(index)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('');
    const turns = [
      [
        'user',
        `Hello, the parcel for ${word} was meant to arrive last week and nobody tells me where it is.`,
      ],
      [
        'system',
        'I am sorry to hear that. Could you tell me the name that the order was made under, please?',
      ],
      ['user', `It was made under ${word}, and the delivery address has not changed since the last order.`],
      [
        'system',
        'Thank you. The parcel left our warehouse on time, but the carrier lost track of it on the way.',
      ],
      ['user', 'Then please send it once more or give me the money back, whichever is faster for you.'],
      ['system', 'A new parcel leaves today with express delivery, and the shipping costs are refunded.'],
    ].map(([speaker, text]) => ({ speaker, text }));
    lines.push(JSON.stringify({ id: `call-${index}`, domain: ['parcels'], turns }));
  }
  writeFileSync(file, `${lines.join('\n')}\n`);
}

function firstLine(child: ChildProcess, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (part: Buffer) => {
      text += part.toString();
      const found = pattern.exec(text);
      if (found) resolve(found[0]);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
}

interface Shell {
  readonly child: ChildProcess;
  readonly client: DialogramClient;
}

async function startShell(home: string, stalls: string): Promise<Shell> {
  const watch = new URL('./stall-watch.mjs', import.meta.url).href;
  const child = spawn(process.execPath, ['--import', watch, join(root, 'out/main/web.js'), '--no-open'], {
    env: { ...process.env, DIALOGRAM_HOME: home, DIALOGRAM_STALLS: stalls },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await firstLine(child, /http:\/\/\S+\?token=\S+/);
  const { origin } = new URL(address);
  const cookie = (await fetch(address, { redirect: 'manual' })).headers.getSetCookie()[0].split(';')[0];
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/rpc`, {
    headers: { Cookie: cookie, Origin: origin },
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const websocket = socket as unknown as globalThis.WebSocket;
  return { child, client: createORPCClient<DialogramClient>(new RPCLink({ websocket })) };
}

const peakMb = ({ child }: Shell): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
};

/** Asks like a page until told to stop; returns how long the slowest answers took, in ms. */
function askOnAndOn(ask: () => Promise<unknown>, everyMs: number) {
  const took: number[] = [];
  let going = true;
  const loop = (async () => {
    while (going) {
      const started = performance.now();
      await ask().catch(() => {});
      if (going) took.push(performance.now() - started);
      await delay(everyMs);
    }
  })();
  return async () => {
    going = false;
    await loop;
    const sorted = took.toSorted((a, b) => a - b);
    const at = (share: number): number => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
    return { answers: sorted.length, medianMs: at(0.5), p99Ms: at(0.99), slowestMs: at(1) };
  };
}

async function until(client: DialogramClient, job: JobId, enough: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const now = await client.jobs.get({ job });
    if (now.state === 'failed') throw new Error(now.error?.message);
    if (enough(now)) return now;
    await delay(100);
  }
}

/** The longest block of the backend's loop, and its longest computation, in ms. */
function longestStall(file: string): { heldMs: number; computedMs: number } {
  const rows = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' ').map(Number))
    : [];
  return {
    heldMs: Math.max(0, ...rows.map(([held]) => held)),
    computedMs: Math.max(0, ...rows.map(([, computed]) => computed)),
  };
}

async function measure(dialogues: number, atOnce: number): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'dialogram-bench-'));
  const server = spawn(process.execPath, [fileURLToPath(import.meta.url), '--serve'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const children: ChildProcess[] = [server];
  try {
    const origin = await firstLine(server, /http:\/\/\S+/);
    const count = async (): Promise<number> =>
      ((await (await fetch(`${origin}/count`)).json()) as { chats: number }).chats;
    const stalls = (phase: string): string => join(home, `${phase}.stalls`);
    writeCorpus(join(home, 'calls.jsonl'), dialogues);

    let shell = await startShell(home, stalls('first'));
    children.push(shell.child);
    const { path } = await shell.client.projects.create({ path: 'bench' });
    const imported = await shell.client.corpus.import({ paths: [join(home, 'calls.jsonl')] });
    await until(shell.client, imported.job, ({ state }) => state === 'done');
    const provider = await connectServer(shell.client, { baseUrl: `${origin}/v1`, origin }, { atOnce });
    await delay(600);
    rmSync(stalls('first'), { force: true });

    const settings = { provider, model: 'small-model' };
    const beforeEstimate = performance.now();
    const estimate = await shell.client.modelTagging.estimate({ settings });
    const estimateSeconds = (performance.now() - beforeEstimate) / 1000;
    await delay(600);
    const estimateStall = longestStall(stalls('first'));
    rmSync(stalls('first'), { force: true });

    const { job, run } = await shell.client.modelTagging.start({ settings });
    await until(shell.client, job, ({ state }) => state === 'paused');
    await shell.client.modelTagging.goOn({ run });
    const started = performance.now();
    const stopAsking = askOnAndOn(() => shell.client.system.info(), 50);
    const stopReports = askOnAndOn(() => shell.client.modelTagging.report({ run }), 2000);
    await until(shell.client, job, ({ done }) => done >= dialogues / 2);
    const firstSeconds = (performance.now() - started) / 1000;
    const [page, reports] = [await stopAsking(), await stopReports()];
    const firstPeakMb = peakMb(shell);
    shell.child.kill('SIGKILL');
    await delay(500);
    const asked = await count();

    const resumed = performance.now();
    shell = await startShell(home, stalls('second'));
    children.push(shell.child);
    await shell.client.projects.open({ path });
    const after = await shell.client.jobs.get({ job });
    const reopenSeconds = (performance.now() - resumed) / 1000;
    // Waits until opening is over, because only resuming is measured next.
    await delay(600);
    rmSync(stalls('second'), { force: true });
    const again = performance.now();
    await shell.client.jobs.resume({ job });
    const stopAskingAgain = askOnAndOn(() => shell.client.system.info(), 50);
    const stopReportsAgain = askOnAndOn(() => shell.client.modelTagging.report({ run }), 2000);
    await until(shell.client, job, ({ state }) => state === 'done');
    const secondSeconds = (performance.now() - again) / 1000;
    const [pageAgain, reportsAgain] = [await stopAskingAgain(), await stopReportsAgain()];
    const report = await shell.client.modelTagging.report({ run });
    await delay(600);
    const total = await count();
    process.stdout.write(
      `${JSON.stringify(
        {
          machine: `${cpus().length} × ${cpus()[0].model}`,
          node: process.version,
          dialogues,
          atOnce,
          estimate: {
            requests: estimate.requests,
            seconds: round(estimateSeconds),
            longestStall: estimateStall,
          },
          killedAt: { requests: asked, stateAfter: after.state, reopenSeconds: round(reopenSeconds) },
          requests: { total, repeated: total - dialogues, perSecond: Math.round(asked / firstSeconds) },
          resumed: { seconds: round(secondSeconds), perSecond: Math.round((total - asked) / secondSeconds) },
          backend: {
            longestStall: {
              untilKilled: longestStall(stalls('first')),
              afterwards: longestStall(stalls('second')),
            },
            peakMb: { untilKilled: firstPeakMb, afterwards: peakMb(shell) },
          },
          page: { untilKilled: page, afterwards: pageAgain },
          report: { untilKilled: reports, afterwards: reportsAgain },
          account: { done: report.dialogues.done, answered: report.answered, flagged: report.flaggedTurns },
        },
        null,
        2,
      )}\n`,
    );
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(home, { recursive: true, force: true });
  }
}

const round = (seconds: number): number => Math.round(seconds * 10) / 10;

if (process.argv.includes('--serve')) serve();
else {
  const [dialogues = 50_000, atOnce = 16] = process.argv.slice(2).map(Number);
  await measure(dialogues, atOnce);
}
