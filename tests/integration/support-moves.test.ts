import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEMO_DEFAULTS, generateDemoDialogues } from '#shared/demo/generate.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { PORTUGUESE } from '../fixtures/portuguese.ts';
import { makeProject, tagWith } from '../fixtures/project.ts';

const DATA = process.env.DIALOGRAM_DATA ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const TICKETS = join(DATA, 'twitter-support-threads');
const isThere = existsSync(join(TICKETS, 'dialogues.jsonl.gz')) && existsSync(join(TICKETS, 'moves.tsv'));
const UNSEEN = new Set(['AskPayPal', 'Postmates_Help', 'CenturyLinkHelp']);

interface Thread {
  readonly id: string;
  readonly domain: readonly string[];
  readonly turns: readonly { readonly speaker: 'user' | 'system'; readonly text: string }[];
}

it('names the moves of scripted dialogues in English by the support tagger, and says how often it expects to be right', async () => {
  const { client } = await makeProject(supportCalls(60));
  const { moves } = await tagWith(client, 'moves');
  expect(moves?.method).toBe('support');
  expect(moves?.why).toMatch(
    /^The support tagger is probably right in \d+ % of the turns \(at least 60 % is needed\)\. /,
  );
  const cards = await client.moves.cards({});
  const names = cards!.roles.flatMap((role) => role.moves.map(({ name }) => name));
  expect(names).toEqual(expect.arrayContaining(['asks-for-help', 'asks-for-details', 'says-thanks']));
});

it('does not use it for dialogues in another language, and says so', async () => {
  const dialogues = generateDemoDialogues({ ...DEMO_DEFAULTS, count: 40, language: PORTUGUESE });
  const { client } = await makeProject(dialogues);
  const { moves } = await tagWith(client, 'moves');
  expect(moves?.method).not.toBe('support');
  expect(moves?.why).toMatch(
    /^The support tagger was not used, because most turns are not in English\. .*adjusted Rand index/,
  );
});

describe('real tickets', () => {
  if (!isThere) {
    it.skip(`skipped: there are no tickets in ${DATA} (DIALOGRAM_DATA)`, () => {});
    return;
  }
  const threads = gunzipSync(readFileSync(join(TICKETS, 'dialogues.jsonl.gz')))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Thread)
    .filter(({ domain }) => UNSEEN.has(domain[0] ?? ''));

  it('have plain moves, typical sentences of some length, and few turns without a move', async () => {
    const { client } = await makeProject(threads);
    const found = await tagWith(client, 'moves');
    expect(found.moves?.method).toBe('support');
    expect(found.moves?.why).toMatch(/^The support tagger is probably right in \d+ % of the turns/);
    expect(found.moves?.otherShare).toBeLessThanOrEqual(0.1);
    const cards = await client.moves.cards({});
    const names = cards!.roles.flatMap(({ moves }) => moves.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(['asks-for-help', 'complains', 'asks-to-write-privately']));
    for (const name of names) expect(name).not.toMatch(/^(?:ask|say|give)-/);
    for (const role of cards!.roles)
      for (const move of role.moves.filter(({ turns }) => turns >= 10))
        expect(move.central[0]!.text.length).toBeGreaterThanOrEqual(20);

    const labels = new Map(
      readFileSync(join(TICKETS, 'moves.tsv'), 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.split('\t'))
        .map(([thread, turn, , ...moves]) => [`${thread} ${turn}`, moves] as const),
    );
    const complaints = { found: 0, all: 0 };
    for (const { id, externalId } of (await client.corpus.dialogues({ limit: 500 })).items) {
      const { turns } = await client.corpus.dialogue({ dialogue: id });
      for (const { index, tags } of turns) {
        if (labels.get(`${externalId} ${index}`)?.[0] !== 'complain') continue;
        complaints.all++;
        if (tags.some(({ name }) => name === 'complains')) complaints.found++;
      }
    }
    expect(complaints.all).toBeGreaterThan(5);
    expect(complaints.found / complaints.all).toBeGreaterThan(0.6);

    // People can regroup these moves like any other.
    const before = names.length;
    await client.moves.edit({ edit: { kind: 'rename', role: 'user', move: 'complains', name: 'vents' } });
    const after = await client.moves.cards({});
    expect(after!.roles.flatMap(({ moves }) => moves.map(({ name }) => name))).toContain('vents');
    expect(after!.roles.flatMap(({ moves }) => moves)).toHaveLength(before);
  });
});
