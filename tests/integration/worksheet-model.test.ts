import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { agentKey, type ModelAnswerer, withModel } from '#shared/domain/agent.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { type ChatBody, startModelServer } from '../fixtures/model-server.ts';
import { makeProject, resultOf, tagWith } from '../fixtures/project.ts';
import { connectServer } from '../fixtures/tagging-model.ts';

const TICKETS = fileURLToPath(new URL('../../resources/worksheets/tickets', import.meta.url));

const asksFor = ({ messages }: ChatBody): string => messages.at(-1)?.content.split('\n').at(-1) ?? '';
const partOf = ({ messages }: ChatBody, name: string): string =>
  new RegExp(`<${name}>\\n([\\s\\S]*?)\\n</${name}>`).exec(messages.at(-1)?.content ?? '')?.[1] ?? '';

/** A model that understands some sentences, answers in its own style, and rejects the value "no". */
function modelThat(statementsOf: (said: string, body: ChatBody) => string) {
  return (body: ChatBody): string => {
    const task = asksFor(body);
    if (task.startsWith('Write the statements'))
      return statementsOf(partOf(body, 'turn').split('User: ').at(-1) ?? '', body);
    if (task.startsWith('Write what'))
      return `Well! ${partOf(body, 'acts').replace(/^\w+(?:\([^)]*\))?: /gm, '')}`;
    return partOf(body, 'values')
      .split('\n')
      .map((line) =>
        /: no;/.test(line) ? `${parseInt(line, 10)} no: say more` : `${parseInt(line, 10)} yes`,
      )
      .join('\n');
  };
}

async function ready(answer: (body: ChatBody) => string, mask = false) {
  const server = await startModelServer({ answer });
  const { client } = await makeProject(supportCalls(40));
  const files = readdirSync(TICKETS).filter((file) => !file.endsWith('.jsonl'));
  await client.worksheets.import({ paths: files.map((file) => join(TICKETS, file)), name: 'tickets' });
  const provider = await connectServer(client, server, { mask });
  const answerer: ModelAnswerer = {
    kind: 'model',
    provider,
    model: 'small-model',
    temperature: 0,
    seed: 1,
    maxOutputTokens: 200,
  };
  const run = (lines: Parameters<typeof client.worksheets.run>[0]['lines'], more = {}) =>
    client.worksheets.run({ worksheet: 'tickets', lines, answerer, ...more }).then(({ turns }) => turns);
  return { server, client, answerer, run };
}

const HOLD = 'They froze me out of everything on the second of February 2026!';
const FROZEN =
  'main.enrolment.issue = "Hold"\nmain.student_task = "Enrolment trouble"\nmain.enrolment.since = "2026-02-02"';

describe('worksheets with a model', () => {
  it('uses it to read and to word, retries with the error, and counts the cost', async () => {
    let again = '';
    const { run, server } = await ready(
      modelThat((_, body) => {
        again = partOf(body, 'statements');
        return again === ''
          ? 'main.enrollment.issue = "Hold"'
          : `\`\`\`python\n${FROZEN}\n# all said\n\`\`\``;
      }),
    );
    const [turn] = await run([{ user: HOLD }]);
    expect(turn).toMatchObject({
      statements: FROZEN,
      readBy: 'small-model',
      acts: ['ASK(main_1, extra_details)'],
      answer: 'Well! Is there anything else that we should know?',
      notes: [],
    });
    expect(again).toBe('main.enrollment.issue = "Hold"');
    expect(turn?.asked?.tokens?.input).toBeGreaterThan(100);
    const asked = server.chats().length;
    expect(asked).toBe(3);
    expect(await run([{ user: HOLD }])).toMatchObject([{ asked: { costUsd: 0, cached: true } }]);
    expect(server.chats()).toHaveLength(asked);
  });

  it('falls back to types and templates for invalid answers, and says so', async () => {
    const { run, server } = await ready(modelThat(() => 'self.constructor.steal()'));
    server.script({ kind: 'ok' }, { kind: 'ok' }, { kind: 'text', text: 'Since 2009?' });
    const [turn] = await run([{ user: 'There is a hold on my enrolment since yesterday' }], {
      today: '2026-03-05',
    });
    expect(turn?.readBy).toBe('types');
    expect(turn?.statements).toContain('enrolment.since = "2026-03-04"');
    expect(turn?.notes.map(({ place }) => place)).toEqual(['statements']);
    expect(turn?.answer).toBe('Since 2009?');
  });

  it('rejects a placeholder for personal data that nobody said', async () => {
    const { run } = await ready(
      modelThat(() => `${FROZEN}\nmain.extra_details = "[email-1]"`),
      true,
    );
    const [turn] = await run([{ user: HOLD }]);
    expect(turn?.statements).not.toContain('[email-1]');
    expect(turn?.readBy).toBe('types');
    expect(turn?.notes[0]?.message).toContain('Nobody said [email-1].');
  });

  it('leaves out names of acts that the model copied before its answer', async () => {
    const { run } = await ready((body) =>
      asksFor(body).startsWith('Write the statements') ? FROZEN : `The service says: ${partOf(body, 'acts')}`,
    );
    const [turn] = await run([{ user: HOLD }]);
    expect(turn).toMatchObject({ answer: 'Is there anything else that we should know?', notes: [] });
  });

  it.each([
    ['- REPORT(answer): Found it. Is there anything else?', 'it repeats "REPORT(" from its instructions.'],
    [
      'Noted. On which day would you like to come?',
      'it copies "On which day would you like to come?" from its instructions.',
    ],
  ])('uses a template if the model copies its instructions: %s', async (copied, why) => {
    const { run } = await ready((body) =>
      asksFor(body).startsWith('Write the statements') ? FROZEN : copied,
    );
    const [turn] = await run([{ user: HOLD }]);
    expect(turn?.answer).toBe('Is there anything else that we should know?');
    expect(turn?.notes).toEqual([{ place: 'answer', message: expect.stringContaining(why) }]);
  });

  it('uses a template if the model would change a number or drop the question', async () => {
    const { run } = await ready((body) =>
      asksFor(body).startsWith('Write the statements') ? FROZEN : 'Thank you so much.',
    );
    const [turn] = await run([{ user: HOLD }]);
    expect(turn?.answer).toBe('Is there anything else that we should know?');
    expect(turn?.notes).toEqual([{ place: 'answer', message: expect.stringContaining('its question') }]);
  });

  it('checks validations in words, which are shown as unchecked without it', async () => {
    const { client, answerer } = await ready(modelThat((said) => `main.why = ${JSON.stringify(said)}`));
    const sheet = join(temporaryFolder(), 'reasons.csv');
    const header =
      "Form Predicate,Form Name,Predicate,Kind,Type,Name,Enum Values,Description,Don't Ask,Required,Confirm,Actions,Form Actions,Validation";
    writeFileSync(
      sheet,
      `${header}\n,Main,,,worksheet,,,,,,,,,\n,,,input,str,why,,Why?,,TRUE,,,,a reason of some words\n`,
    );
    await client.worksheets.import({ paths: [sheet], name: 'reasons' });
    const lines = [{ user: 'no' }, { user: 'I moved to Rome' }];
    const { turns } = await client.worksheets.run({ worksheet: 'reasons', lines, answerer });
    expect(turns.map(({ state, notes }) => [state.main_1?.why, notes])).toEqual([
      [undefined, [{ place: 'main_1.why', message: 'The value is not valid: say more' }]],
      ['I moved to Rome', []],
    ]);
    const { unchecked } = await client.worksheets.validate({ worksheet: 'reasons' });
    expect(unchecked).toEqual([{ worksheet: 'Main', field: 'why' }]);
  });

  it('reads texts of tables for questions in words, or else matches their words', async () => {
    let texts = '';
    const { client, answerer, server } = await ready((body) => {
      if (!asksFor(body).startsWith('Answer with yes or no')) return 'Here.';
      texts = partOf(body, 'texts');
      return texts.replace(/^(\d+) (.*)$/gm, (_, number, text) =>
        /crayons/.test(text) ? `${number} yes` : `${number} no`,
      );
    });
    const folder = temporaryFolder();
    const files = {
      'places.csv': [
        'Form Predicate,Form Name,Predicate,Kind,Type,Name,Enum Values,Description,Required',
        ',Main,,,worksheet,,,,',
        ',,,input,str,wish,,What do you wish?,',
        ',Place,,,db,,,,',
        ',,,input,str,city,,,',
        ',,,input,str,review,,,',
      ],
      'Place.csv': [
        'name,city,review',
        'Lumen,Basel,Not good for children: candles everywhere and a hush over the room',
        'Sole,Basel,Loud and cheerful with crayons and a corner to play all day long',
        'Nok,Bern,The crayons on each of the tables are for drawing until the food comes',
      ],
    };
    const paths = Object.entries(files).map(([name, lines]) => {
      writeFileSync(join(folder, name), lines.join('\n'));
      return join(folder, name);
    });
    await client.worksheets.import({ paths });
    const lines = [{ statements: 'Place(city="Basel", review=about("good for children"))' }];
    const ask = async (more = {}) => {
      const { turns } = await client.worksheets.run({ worksheet: 'places', lines, ...more });
      const result = turns[0]?.state.answer?.result;
      return { ...turns[0], found: Array.isArray(result) ? result.map(({ name }) => name) : result };
    };
    expect((await ask()).found).toEqual(['Lumen']);
    const stopped = await ask({ answerer, budgetTokens: 10 });
    expect(stopped).toMatchObject({
      found: ['Lumen'],
      notes: [
        {
          place: 'Place.review',
          message: expect.stringContaining('"good for children" was checked by comparing words'),
        },
      ],
    });
    expect(server.chats()).toHaveLength(0);
    const read = await ask({ answerer });
    expect(read.found).toEqual(['Sole']);
    expect(read.notes?.map(({ place }) => place)).not.toContain('Place.review');
    expect(read.asked?.tokens?.input).toBeGreaterThan(100);
    expect(texts.split('\n')).toHaveLength(2);
  });

  it('masks personal data if the provider requires it, and restores it in values', async () => {
    const { run, server } = await ready(
      modelThat((said) => `main.full_name = "Jane"\nmain.extra_details = ${JSON.stringify(said)}`),
      true,
    );
    const [turn] = await run([{ user: 'Write to jane.doe@example.com' }]);
    expect(JSON.stringify(server.chats().map(({ body }) => body))).not.toContain('jane.doe');
    expect(turn?.state.main_1?.extra_details).toBe('Write to jane.doe@example.com');
  });

  it('stops at a budget, and asks nobody without approval', async () => {
    const { run, client, answerer } = await ready(modelThat(() => FROZEN));
    await expect(run([{ user: HOLD }], { budgetTokens: 10 })).rejects.toMatchObject({
      code: 'INVALID',
      data: { place: 'budget' },
    });
    await client.providers.withdraw({ id: answerer.provider });
    await expect(run([{ user: HOLD }])).rejects.toMatchObject({ code: 'NOT_CONSENTED' });
  });

  it('answers in the simulator and in a batch run within its budget, and words only what is shown', async () => {
    const { client, answerer, server } = await ready(modelThat(() => '# greeting'));
    await tagWith(client, 'annotations');
    const agent = withModel({ kind: 'worksheets', title: 'Tickets', worksheet: 'tickets' }, answerer);
    const talk = await client.agents.talk({ agent, turns: [{ text: 'Hello' }] });
    expect(talk.turns[0]).toMatchObject({
      text: expect.stringMatching(/^Well! What is it about\?/),
      why: { readBy: 'small-model' },
      asked: { tokens: { output: expect.any(Number) }, failed: false },
    });
    const settings = { columns: [agent], sample: 2, budgetTokens: 1_000_000 };
    const estimate = await client.batch.estimate(settings);
    expect(estimate.models[0]?.requests).toBeGreaterThan(2);
    const before = server.chats().length;
    const { job, run } = await client.batch.start(settings);
    await resultOf(client, job);
    const row = await client.batch.row({ run, item: 0, column: agentKey(agent) });
    expect(row).toMatchObject({ problem: null, grounds: { readBy: 'small-model' } });
    const worded = server
      .chats()
      .slice(before)
      .filter(({ body }) => JSON.stringify(body).includes('Write what the service says.'));
    expect(worded.length).toBeLessThanOrEqual(2);
    expect(server.chats().length - before).toBeLessThanOrEqual(estimate.models[0]?.requests ?? 0);
  });

  it('uses the prompt as a person changed it', async () => {
    const { client, run, server } = await ready(modelThat(() => FROZEN));
    const prompts = await client.worksheets.prompts();
    expect(prompts.map(({ name, version, shipped }) => [name, version, shipped])).toEqual([
      ['worksheet-statements', 1, true],
      ['worksheet-answer', 1, true],
      ['worksheet-check', 1, true],
      ['worksheet-texts', 1, true],
    ]);
    await client.worksheets.savePrompt({ name: 'worksheet-statements', text: 'Write what I mean.' });
    await run([{ user: HOLD }]);
    expect(server.chats()[0]?.body).toMatchObject({ messages: [{ content: 'Write what I mean.' }, {}] });
    expect(await client.worksheets.resetPrompt({ name: 'worksheet-statements' })).toMatchObject({
      version: 3,
    });
  });
});
