import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { cli, cliLines, cliTalk } from '../fixtures/command-line.ts';

const HEADER =
  "Form Predicate,Form Name,Predicate,Kind,Type,Name,Enum Values,Description,Don't Ask,Required,Confirm,Actions,Form Actions,Validation";
const SHEET = [
  HEADER,
  ',BookTable,,,worksheet,book,,,,,,,>say("See you soon."),',
  ',,,input,Restaurant,restaurant,,Which restaurant is it?,,TRUE,,,,',
  ',,,input,int,people,,How many people will come?,,TRUE,,,,0 < self.people <= 12',
  ',,,input,confirm,confirm,,Shall I book it?,,TRUE,,,,',
  ',Restaurant,,,db,,,,,,,,,',
  ',,,input,Enum,cuisine,,,,,,,,',
  ',,,,,,Italian,,,,,,,',
  ',,,,,,Thai,,,,,,,',
  ',,,output,str,name,,,,,,,,',
].join('\n');
const TABLE = 'name,cuisine,price\nCafé Lumen,Italian,20\nBaan Thai,Thai,30\n';
const FUNCTIONS = {
  functions: [
    {
      name: 'book',
      parameters: ['restaurant', 'people'],
      has_effect: true,
      answers: [{ when: '', answer: 'f"Table for {people}"' }],
    },
  ],
};
const HOURS = 'We open at noon.\n\nDogs may stay on the terrace.';

function files(folder: string) {
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  return {
    write,
    project: join(folder, 'p.dialogram'),
    all: [
      write('booking.csv', SHEET),
      write('Restaurant.csv', TABLE),
      write('functions.json', JSON.stringify(FUNCTIONS)),
      write('hours.txt', HOURS),
    ],
  };
}

describe('worksheets on the command line', () => {
  it('imports sheets, tables, documents and functions, and answers without a model', async () => {
    const { all, project, write } = files(temporaryFolder('worksheets'));
    const taken = await cli('worksheets', 'import', ...all, '--project', project);
    expect(taken.output).toMatchObject({
      application: { name: 'booking', functions: ['book'], errors: 0, warnings: 0 },
      tables: [
        { worksheet: 'Restaurant', rows: 2 },
        { worksheet: '', rows: 2 },
      ],
      notices: [],
    });
    const script = write(
      'script.jsonl',
      [
        { user: 'Do you know something Thai?' },
        { user: 'May my dog come along?' },
        { user: 'Are dogs on the terrace fine?' },
        { user: 'Baan Thai then, for 40 people' },
        { user: 'for four people' },
        { user: 'yes' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const turns = (await cliLines('worksheets', 'run', '--project', project, '--script', script)).map(
      (line) => JSON.parse(line) as { acts: string[]; answer: string; notes: { message: string }[] },
    );
    expect(turns.map(({ acts }) => acts)).toEqual([
      ['REPORT(answer)'],
      ['REPORT(answer)'],
      ['REPORT(answer)'],
      ['SAY("40 is not possible for people: more than 0 and at most 12.")', 'ASK(book_table_1, people)'],
      ['ASK(book_table_1, confirm)'],
      ['REPORT(book_table_1)', 'SAY("See you soon.")'],
    ]);
    expect(turns[0]?.answer).toContain('Baan Thai');
    expect(turns[2]?.answer).toContain('Dogs may stay on the terrace');
    expect(turns[3]?.notes[0]?.message).toContain('not valid');
    expect(turns[5]?.answer).toBe('Done. Table for 4. See you soon.');
  });

  it('talks line by line', async () => {
    const { all, project } = files(temporaryFolder('worksheet-talk'));
    await cli('worksheets', 'import', ...all, '--project', project);
    const printed = await cliTalk(
      ['Baan Thai', 'soon', '4', 'yes'],
      'worksheets',
      'run',
      '--project',
      project,
    );
    expect(printed.split('\n').slice(0, 4)).toEqual([
      'answer: How many people will come?',
      'answer: I did not understand that. Please give me a number. How many people will come?',
      'answer: This is what I have: restaurant: Baan Thai, people: 4. Shall I book it?',
      'answer: Done. Table for 4. See you soon.',
    ]);
  });

  it.each(['csv', 'json', 'xlsx'])('exports and imports %s without loss', async (to) => {
    const folder = temporaryFolder('worksheet-files');
    const { all, project } = files(folder);
    await cli('worksheets', 'import', ...all, '--project', project);
    const out = join(folder, `again.${to}`);
    await cli('worksheets', 'export', '--project', project, '--to', to, '--out', out);
    const again = await cli('worksheets', 'import', out, '--project', project);
    expect(again.output.notices).toEqual([]);
    const twin = async (name: string) => {
      const path = join(folder, `${name}.twin.json`);
      await cli(
        'worksheets',
        'export',
        '--project',
        project,
        '--worksheet',
        name,
        '--to',
        'json',
        '--out',
        path,
      );
      const data = JSON.parse(readFileSync(path, 'utf8'));
      return data.worksheets ?? data;
    };
    expect(await twin('again')).toEqual(await twin('booking'));
  });

  it('writes no cell that a spreadsheet would compute, and reads it back unchanged', async () => {
    const folder = temporaryFolder('worksheet-formulas');
    const { write, project } = files(folder);
    const sheet =
      `${HEADER}\n,Main,,,worksheet,,,,,,,,,\n,,,input,str,note,,=HYPERLINK("http://x"),,TRUE,,@say_it(self.note),,\n`.replace(
        '=HYPERLINK("http://x")',
        '"=HYPERLINK(""http://x"")"',
      );
    const read = await cli('worksheets', 'import', write('odd.csv', sheet), '--project', project);
    expect(read.output.notices[0].message).toContain('formula');
    const out = join(folder, 'out.csv');
    await cli('worksheets', 'export', '--project', project, '--to', 'csv', '--out', out);
    const text = readFileSync(out, 'utf8');
    expect(text).toContain(' @say_it(self.note)');
    expect(text).not.toMatch(/(^|,)"?[=+@-]/m);
    const again = await cli('worksheets', 'import', out, '--project', project, '--name', 'odd');
    expect(again.output.edit).toBeNull();
  });

  it('explains errors in worksheets and in files', async () => {
    const folder = temporaryFolder('worksheet-errors');
    const { all, project, write } = files(folder);
    await cli('worksheets', 'import', all[0]!, '--project', project);
    const { output } = await cli('worksheets', 'validate', '--project', project, '--worksheet', 'booking');
    expect(output.problems.map(({ message }: { message: string }) => message)).toEqual([
      'The function "book" is not declared, so it cannot be called.',
    ]);
    const errors: [string, string, RegExp][] = [
      ['sums.csv', 'date,amount\n1,2\n', /not a header of worksheets/],
      ['none.json', '{"worksheets": 3}', /an array, or an object/],
      ['none.xlsx', 'PK no spreadsheet', /not XLSX/],
      ['script.py', 'print(1)', /cannot be read from files that end with "\.py"/],
      ['broken.json', '{', /not JSON/],
    ];
    for (const [name, text, message] of errors) {
      const refused = await cli('worksheets', 'import', write(name, text), '--project', project);
      expect(refused.output.error, name).toMatchObject({
        code: 'BAD_FILE',
        message: expect.stringMatching(message),
      });
    }
    const missing = await cli('worksheets', 'validate', '--project', project, '--worksheet', 'nobody');
    expect(missing.output.error).toMatchObject({
      code: 'NOT_FOUND',
      detail: { nextStep: 'Choose one of: booking.' },
    });
    const script = write('bad.jsonl', '{"user":"hi"}\n{"say":"hi"}\n');
    const run = await cli('worksheets', 'run', '--project', project, '--script', script);
    expect(run.output.error.message).toContain('Line 2 of');
  });
});
