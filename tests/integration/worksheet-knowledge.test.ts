import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { openPage, startTestBackend } from '../fixtures/project.ts';

const SHEET = [
  'Form Predicate,Form Name,Predicate,Kind,Type,Name,Enum Values,Description,Required',
  ',Main,,,worksheet,,,,',
  ',,,input,str,wish,,What do you wish?,TRUE',
  ',Place,,,db,,,,',
  ',,,input,str,city,,,',
  ',,,input,float,rating,,,',
  ',,,input,str,review,,,',
  ',,,output,str,name,,,',
].join('\n');
const TABLE = [
  'name,city,rating,review',
  'Lumen,Basel,4.6,"Candles on every table and a quiet corner for two, just the thing for an evening"',
  'Sole,Bern,4.1,"Loud and cheerful, with crayons and a corner where children can play all day"',
  'Nok,Basel,3.9,"The kitchen is quick, the portions are large and nobody stays for very long"',
].join('\n');

interface Turn {
  readonly state: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly answer: string;
  readonly notes: readonly { readonly message: string }[];
}

async function project(): Promise<{
  readonly client: DialogramClient;
  readonly write: (name: string, text: string) => string;
  readonly ask: (statements: string, worksheet?: string) => Promise<{ names: unknown[]; turn: Turn }>;
}> {
  const folder = temporaryFolder('knowledge');
  const { client } = openPage(startTestBackend());
  await client.projects.create({ path: join(folder, 'p.dialogram') });
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  await client.worksheets.import({ paths: [write('places.csv', SHEET), write('Place.csv', TABLE)] });
  const ask = async (statements: string, worksheet = 'places') => {
    const { turns } = await client.worksheets.run({ worksheet, lines: [{ statements }] });
    const turn = turns[0] as Turn;
    const result = (turn.state.answer?.result ?? []) as { name?: unknown; text?: unknown }[];
    return { names: result.map(({ name, text }) => name ?? text), turn };
  };
  return { client, write, ask };
}

describe('tables of worksheets', () => {
  it('are queried by values, bounds and words, and cited', async () => {
    const { ask } = await project();
    expect((await ask('Place(city="Basel")')).names).toEqual(['Lumen', 'Nok']);
    expect((await ask('Place(city="basel", rating=at_least(4))')).names).toEqual(['Lumen']);
    expect((await ask('Place(rating=between(4, 4.5))')).names).toEqual(['Sole']);
    expect((await ask('Place(city=["Bern", "Nowhere"])')).names).toEqual(['Sole']);
    expect((await ask('Place(rating=3.9)')).names).toEqual(['Nok']);
    expect((await ask('Place(review="can children play there?")')).names).toEqual(['Sole']);
    expect((await ask('Place(city="Basel", review=about("a quiet evening for two"))')).names).toEqual([
      'Lumen',
    ]);
    const { turn } = await ask('Place(city="Bern", query="somewhere in Bern")');
    expect(turn.answer).toContain('(Place, row 2)');
  });

  it("treat the customer's text only as a value", async () => {
    const { ask } = await project();
    for (const odd of ['" OR 1=1 --', "'); DROP TABLE edits; --", 'name:Lumen', 'NEAR(a b)', '*', '']) {
      const text = JSON.stringify(odd);
      expect((await ask(`Place(city=${text})`)).names, odd).toEqual([]);
      expect((await ask(`Place(review=about(${text}))`)).names, odd).toEqual([]);
      expect((await ask(`Place(rating=at_least(${text}))`)).names, odd).toEqual([]);
    }
    expect((await ask('Place(city="Basel")')).names).toHaveLength(2);
    const { turn } = await ask('Place(name="Lumen")');
    expect(turn.notes).toEqual([]);
    const sheet = await ask('Place(city="Basel", stars=3)');
    expect(sheet.turn.notes[0]?.message).toMatch(/no field "stars"/);
  });

  it('are listed, shown, removed and restored; a new file replaces the old, and undo reverts that', async () => {
    const { client, write, ask } = await project();
    const [table] = (await client.worksheets.list()).knowledge;
    expect(table).toMatchObject({
      kind: 'table',
      name: 'Place',
      file: 'Place.csv',
      records: 3,
      columns: [
        { name: 'name', type: 'text' },
        { name: 'city', type: 'text' },
        { name: 'rating', type: 'number' },
        { name: 'review', type: 'words' },
      ],
    });
    const page = await client.worksheets.knowledge({ id: table!.id, offset: 1, limit: 1 });
    expect(page).toMatchObject({ total: 3, items: [{ row: 2, content: { name: 'Sole', rating: 4.1 } }] });
    const gone = await client.worksheets.forget({ id: table!.id });
    expect(gone.edit?.description).toBe('Remove the table Place');
    const { turn, names } = await ask('Place(city="Basel")');
    expect(names).toEqual([]);
    expect(turn.notes[0]?.message).toContain('Import Place.csv');
    await client.tagging.undo();
    expect((await ask('Place(city="Basel")')).names).toEqual(['Lumen', 'Nok']);
    const other = write('Place.csv', 'name,city\nNeu,Basel\n');
    expect((await client.worksheets.import({ paths: [other] })).edit?.description).toBe(
      'Import the table Place',
    );
    expect((await ask('Place(city="Basel")')).names).toEqual(['Neu']);
    expect((await client.worksheets.import({ paths: [other] })).edit).toBeNull();
    await client.tagging.undo();
    expect((await ask('Place(city="Basel")')).names).toEqual(['Lumen', 'Nok']);
  });

  it('reject a truncated file with a clear message', async () => {
    const { client, write, ask } = await project();
    const broken = write('Place.csv', `name,city\n${'x,y\n'.repeat(5000)}"never closed`);
    await expect(client.worksheets.import({ paths: [broken] })).rejects.toMatchObject({
      code: 'BAD_FILE',
      message: expect.stringContaining('This is not CSV'),
    });
    expect((await ask('Place(city="Basel")')).names).toEqual(['Lumen', 'Nok']);
  });
});

describe('documents of an application', () => {
  it('answer only questions of their own application, with the source', async () => {
    const { client, write, ask } = await project();
    const rules = write('rules.md', '# Dogs\n\nMay stay on the terrace.\n\nWe open at noon.');
    const page = write('cards.html', '<h1>Paying</h1><script>x()</script><p>We take all <b>cards</b>.</p>');
    const taken = await client.worksheets.import({ paths: [rules, page], to: 'places' });
    expect(taken.tables).toEqual([{ worksheet: '', rows: 3 }]);
    const dogs = await ask('answer("Are dogs welcome?")');
    expect(dogs.names[0]).toBe('Dogs\nMay stay on the terrace.');
    expect(dogs.turn.answer).toContain('(rules.md, line 1)');
    expect((await ask('answer("Do you take cards?")')).turn.answer).toContain('(cards.html, part 1)');
    await client.worksheets.import({ paths: [write('others.csv', SHEET.replaceAll('Main', 'Other'))] });
    expect((await ask('answer("Are dogs welcome?")', 'others')).names).toEqual([]);
    await expect(client.worksheets.import({ paths: [rules] })).rejects.toMatchObject({
      code: 'INVALID',
      data: { nextStep: expect.stringContaining('others, places') },
    });
  });
});
