import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ImportFormat } from '#shared/domain/import-formats.ts';

import {
  type CorpusName,
  corpusFile,
  corpusPath,
  describeWithCorpus,
} from '../../../tests/fixtures/corpora.ts';
import { collect } from '../../../tests/fixtures/formats/collect.ts';
import { detectFormat } from './detect.ts';

const CORPORA: readonly CorpusName[] = [
  'abcd',
  'agent-tool-logs',
  'camrest676',
  'crosswoz-zh',
  'multidogo',
  'multiwoz',
  'sgd',
  'star',
  'taskmaster',
];

async function stated(corpus: CorpusName, measure: string): Promise<number> {
  const readme = await readFile(corpusFile(corpus, 'README.md'), 'utf8');
  return Number(new RegExp(`^\\| ${measure} \\| ([\\d.]+) \\|`, 'm').exec(readme)?.[1]);
}

for (const corpus of CORPORA) {
  describeWithCorpus(`the corpus ${corpus}`, [corpus], () => {
    it('imports with the counts its README states, and nothing is rejected', async () => {
      const path = corpusPath(corpus);
      expect(await detectFormat(path)).toMatchObject({ format: 'neutral', confidence: 1 });
      const { dialogues, rejects, warnings, end } = await collect(path, 'neutral');
      const turns = dialogues.flatMap(({ utterances }) => utterances);
      expect({
        dialogues: dialogues.length,
        turns: end.records,
        user_turns: turns.filter(({ role }) => role === 'user').length,
        turns_with_acts: turns.filter(({ acts }) => (acts?.length ?? 0) > 0).length,
        distinct_acts: new Set(turns.flatMap(({ acts }) => acts ?? [])).size,
        distinct_domains: new Set(dialogues.flatMap(({ domains }) => domains)).size,
        empty_text: turns.filter(({ text }) => text === '').length,
      }).toEqual({
        dialogues: await stated(corpus, 'dialogues'),
        turns: await stated(corpus, 'turns'),
        user_turns: await stated(corpus, 'user_turns'),
        turns_with_acts: await stated(corpus, 'turns_with_acts'),
        distinct_acts: await stated(corpus, 'distinct_acts'),
        // The README of star counts the domain null, which 125 dialogues have, but null is no name.
        distinct_domains: (await stated(corpus, 'distinct_domains')) - (corpus === 'star' ? 1 : 0),
        empty_text: await stated(corpus, 'empty_text'),
      });
      expect(rejects).toEqual([]);
      expect(warnings).toEqual([]);
    }, 60_000);
  });
}

interface NeutralTurn {
  readonly speaker: string;
  readonly text: string;
  readonly acts?: readonly string[];
}

interface NeutralDialogue {
  readonly id: string;
  readonly domain?: unknown;
  readonly turns: readonly NeutralTurn[];
}

const neutralForms = new Map<CorpusName, Promise<Map<string, NeutralDialogue>>>();

function neutralById(corpus: CorpusName): Promise<Map<string, NeutralDialogue>> {
  const known = neutralForms.get(corpus) ?? readNeutral(corpus);
  neutralForms.set(corpus, known);
  return known;
}

async function readNeutral(corpus: CorpusName): Promise<Map<string, NeutralDialogue>> {
  const lines = gunzipSync(await readFile(corpusPath(corpus)))
    .toString()
    .trim()
    .split('\n');
  const dialogues = lines.map((line) => JSON.parse(line) as NeutralDialogue);
  return new Map(dialogues.map((dialogue) => [dialogue.id, dialogue]));
}

const NATIVE: readonly (readonly [CorpusName, string, ImportFormat, (id: string) => string])[] = [
  ['agent-tool-logs', 'gpt-4o-airline.json', 'chat-jsonl', (id) => `airline-${id}`],
  ['multiwoz', 'multiwoz-2.1/data.json', 'multiwoz', (id) => id],
  ['abcd', 'abcd_five_more_conversations.json', 'abcd', (id) => `abcd-${id}`],
  ['sgd', 'dev/dialogues_001.json', 'sgd', (id) => `sgd-dev-${id}`],
  ['taskmaster', 'TM-4-2024/data/data_00.json', 'taskmaster', (id) => id],
  ['camrest676', 'train.json', 'camrest', (id) => `camrest-${id}`],
  ['crosswoz-zh', 'val.json', 'crosswoz', (id) => `crosswoz-${id}`],
  ['multidogo', 'splits_annotated_at_turn_level/fastfood/train.tsv', 'multidogo', (id) => `fastfood-${id}`],
  ...['1', '1009', '1023'].map(
    (name) => ['star', `dialogues/${name}.json`, 'star', (id: string) => `star-${id}`] as const,
  ),
];

const BESIDE = ['state', 'kb_results', 'api_calls'] as const;

/** SGD's neutral form omits the results of calls. */
const toldBeside = (corpus: CorpusName): readonly string[] =>
  BESIDE.filter((name) => corpus !== 'sgd' || name !== 'kb_results');

/** The neutral form also has empty states, and one extra word in MultiDoGO, so both are left out. */
function comparable(turn: Readonly<Record<string, unknown>>): unknown {
  const { state, ...rest } = turn;
  const told = JSON.stringify(state ?? {}).replaceAll(' undefined', '');
  return { ...rest, ...(told !== '{}' && { state: told }) };
}

for (const [corpus, file, format, idOf] of NATIVE) {
  describeWithCorpus(`${corpus} as it was published`, [corpus], () => {
    it(`${file} is known as ${format} and gives what the neutral form has`, async () => {
      const path = corpusFile(corpus, `native/${file}`);
      const { candidates } = await detectFormat(path);
      expect(candidates[0]).toMatchObject({ format });
      const neutral = await neutralById(corpus);
      const { dialogues, rejects } = await collect(path, format);
      expect(rejects).toEqual([]);
      expect(dialogues.length).toBeGreaterThan(0);
      for (const { externalId, domains, utterances } of dialogues) {
        const wanted = neutral.get(idOf(externalId));
        // Some published files have dialogues that the neutral form left out.
        if (!wanted) continue;
        if (format !== 'chat-jsonl')
          expect(domains.toSorted()).toEqual([wanted.domain ?? []].flat().toSorted());
        const turns = utterances.map(({ role, text, acts, extra }) =>
          comparable({
            speaker: role,
            text,
            acts: acts ?? [],
            ...Object.fromEntries(
              toldBeside(corpus).flatMap((name) => (extra && name in extra ? [[name, extra[name]]] : [])),
            ),
          }),
        );
        expect(turns).toEqual(wanted.turns.map((turn) => comparable({ acts: [], ...turn })));
      }
      expect(dialogues.some(({ externalId }) => neutral.has(idOf(externalId)))).toBe(true);
    });
  });
}

describeWithCorpus(
  'other files as they were published',
  ['multiwoz', 'taskmaster', 'agent-tool-logs'],
  () => {
    it.each([
      ['multiwoz', 'multiwoz-2.1/restaurants_single_domain.json', 'multiwoz', 120, 1058],
      ['multiwoz', 'multiwoz-2.2/dialogues_001.json', 'sgd', 5, 46],
      ['taskmaster', 'TM-1-examples/data.json', 'taskmaster', 5, 118],
      ['taskmaster', 'TM-2-examples/data.json', 'taskmaster', 5, 149],
      ['taskmaster', 'TM-3-examples/data.json', 'taskmaster', 5, 90],
      ['agent-tool-logs', 'few_shot_data/MockAirlineDomainEnv-few_shot.jsonl', 'chat-jsonl', 19, 260],
      ['support-tool-exports', 'intercom_conversations_api_2.11.json', 'intercom', 11, 15],
      ['support-tool-exports', 'intercom_conversation_list_page_api_2.11.json', 'intercom', 1, 1],
      ['support-tool-exports', 'intercom_tickets_api_2.11.json', 'intercom', 4, 4],
    ] as [CorpusName, string, ImportFormat, number, number][])(
      '%s %s reads without a reject',
      async (corpus, file, format, dialogueCount, utteranceCount) => {
        const path = corpusFile(corpus, `native/${file}`);
        expect(await detectFormat(path)).toMatchObject({ format });
        const { dialogues, rejects } = await collect(path, format);
        expect(rejects).toEqual([]);
        expect([dialogues.length, dialogues.flatMap(({ utterances }) => utterances).length]).toEqual([
          dialogueCount,
          utteranceCount,
        ]);
      },
    );

    it.each([
      ['multiwoz', 'native/multiwoz-2.1/data.json', 200],
      ['crosswoz-zh', 'native/val.json', 60],
    ] as [CorpusName, string, number][])(
      '%s %s is understood by its values alone, too',
      async (corpus, file, count) => {
        const path = corpusFile(corpus, file);
        const { dialogues, rejects } = await collect(path, 'mapped-json');
        expect(rejects).toEqual([]);
        const [first] = dialogues;
        expect(first.utterances.map(({ role }) => role).slice(0, 4)).toEqual([
          'user',
          'system',
          'user',
          'system',
        ]);
        expect(dialogues).toHaveLength(count);
      },
    );
  },
);
