import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { afterwards } from '../../../../tests/fixtures/cleanup.ts';
import { capacityOf } from './registry.ts';

async function serverWith(answers: Readonly<Record<string, unknown>>) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url, request.headers.authorization);
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

it.each([
  ['as /props of llama.cpp says', { '/props': { total_slots: 3 } }, 3],
  [
    'as /slots says, where /props is silent',
    { '/props': { model: 'm' }, '/slots': [{ id: 0 }, { id: 1 }] },
    2,
  ],
  ['one at a time on this machine, where nothing is said', {}, 1],
  ['one at a time, where nonsense is said', { '/props': { total_slots: 'all' }, '/slots': 'none' }, 1],
])('a server answers %s', async (_, answers, slots) => {
  const { baseUrl, asked } = await serverWith(answers);
  expect(await capacityOf({ baseUrl }, 'secret')).toBe(slots);
  expect(asked.slice(0, 2)).toEqual(['/props', 'Bearer secret']);
});

it('the number a person entered is used without asking', async () => {
  const { baseUrl, asked } = await serverWith({ '/props': { total_slots: 3 } });
  expect(await capacityOf({ baseUrl, requestsAtOnce: 8 }, null)).toBe(8);
  expect(asked).toEqual([]);
});

it('one outside is not asked, and one that is gone answers one at a time', async () => {
  expect(await capacityOf({ baseUrl: 'https://models.example.com/v1' }, null)).toBe(4);
  expect(await capacityOf({ baseUrl: 'http://127.0.0.1:9/v1' }, null)).toBe(1);
});
