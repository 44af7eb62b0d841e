import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { TalkResult } from '#shared/contract/agents.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { supportCalls } from '../fixtures/dialogues.ts';
import { sendJson, startEndpoint } from '../fixtures/endpoint-server.ts';
import { makeProject } from '../fixtures/project.ts';

const AGENT = { kind: 'worksheets', title: 'Worksheets rooms', worksheet: 'rooms' };
const SHEET = `Form Predicate,Form Name,Predicate,Kind,Type,Name,Enum Values,Description,Don't Ask,Required,Confirm,Actions,Form Actions,Validation
,Booking,,,worksheet,book_room,,,,,,,">say(""See you soon."")",
,,,input,str,city,,Which city?,,TRUE,,,,
,,,input,int,people,,For how many people?,,TRUE,,,,
`;
const FUNCTIONS = {
  functions: [{ name: 'book_room', parameters: ['city', 'people'], has_effect: true, answers: [] }],
};

async function rooms(folder = temporaryFolder('rooms')) {
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const project = await makeProject(supportCalls(10));
  const { client } = project;
  const paths = [write('rooms.csv', SHEET), write('functions.json', JSON.stringify(FUNCTIONS))];
  const { application } = await client.worksheets.import({ paths });
  expect(application).toMatchObject({ errors: 0, warnings: 0 });
  const talk = async (...said: string[]) => {
    const turns: TalkResult[] = said.map((text) => ({ text }));
    return (await client.agents.talk({ agent: AGENT, turns })).turns.at(-1)!;
  };
  return { project, client, write, talk };
}

it('says that nothing was done if nothing answers a function', async () => {
  const { talk } = await rooms();
  const turn = await talk('in Bern', '2');
  expect(turn.text).toBe('This could not be done.');
  expect(turn.why.notes[0]).toMatch(/book_room has no answer/);
});

it('asks the table with the name of the function', async () => {
  const { client, write, talk } = await rooms();
  await client.worksheets.import({ paths: [write('BookRoom.csv', 'city,room\nBern,12\nBasel,7\n')] });
  expect((await talk('in Basel', '2')).text).toBe('Done. City: Basel, room: 7. See you soon.');
  expect((await talk('in Zurich', '2')).text).toBe('This could not be done.');
});

it('calls the endpoint with its name once, and only if a person allows it', async () => {
  const { client, talk } = await rooms();
  const server = await startEndpoint(({ body }, response) =>
    JSON.parse(body).people === '9' ? response.writeHead(500).end() : sendJson(response, { room: 4 }),
  );
  const { id } = await client.modules.save({
    id: null,
    draft: {
      kind: 'endpoint',
      name: 'Book room',
      address: `${server.origin}/rooms`,
      method: 'post',
      arguments: [],
      field: '',
      keyHeader: null,
    },
  });
  expect((await talk('in Bern', '2')).text).toBe('This could not be done.');
  expect(server.requests).toEqual([]);
  await client.modules.consent({ id, host: server.origin });
  await client.modules.use({ when: 'never', modules: [], actions: [id] });
  expect((await talk('in Bern', '2')).text).toBe('Done. Room: 4. See you soon.');
  expect((await talk('in Bern', '2')).why.notes[0]).toMatch(/nothing was sent/);
  expect(server.requests.map(({ body }) => JSON.parse(body))).toEqual([{ city: 'Bern', people: '2' }]);
  expect((await talk('in Bern', '9')).text).toBe('This could not be done.');
});
