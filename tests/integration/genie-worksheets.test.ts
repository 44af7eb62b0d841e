import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { csvOfCells } from '#backend/features/worksheets/cells.ts';
import { readWorksheetFiles } from '#backend/features/worksheets/read-files.ts';
import { writeJsonTwin } from '#shared/algorithms/worksheets/files/json-twin.ts';
import { writeRows } from '#shared/algorithms/worksheets/files/rows.ts';
import { typeText, type Worksheet } from '#shared/domain/worksheet.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';

const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const python = join(
  process.env.DIALOGRAM_GENIE ?? join(cache, 'dialogram', 'genie-worksheets-1.0.0b3'),
  'bin/python',
);
const script = fileURLToPath(new URL('../fixtures/genie/read.py', import.meta.url));
const examples = fileURLToPath(new URL('../../resources/worksheets', import.meta.url));

/** A sheet with features that the examples lack, in the package's own layout. */
const ODD = `Form Predicate,Form Name,Predicate,Kind,Type,Name,Enum Values,Description,Don't Ask,Required,Confirm,Actions,Form Actions,Validation
TRUE,Odd Form,,,worksheet,@send,,,,,,,"@send(self.a)
>say(""Sent."")",
,,self.b is None,input,List[str],a,,"A list, with a comma",TRUE,TRUE,TRUE,>say(self.a),,must be short
,,,internal; primary,float,b,,,,,,,,
,,,input,SecondForm,c,,,,,,,,
,Second Form,,,type,,,,,,,,,
,,,input,Enum,d,,,,,,,,
,,,,,,one,,,,,,,
,,,,,,two words,,,,,,,
`;

/** Returns the worksheets in the package's form, which drops the names of outputs. */
const asThePackage = (worksheets: readonly Worksheet[], knowsValidation: boolean) =>
  worksheets.map(({ fields, type, ...sheet }) => ({
    name: sheet.name,
    type,
    predicate: type === 'db' ? '' : sheet.predicate,
    actions: sheet.actions,
    backend: type === 'worksheet' ? sheet.backend : '',
    fields: fields
      .filter(({ kind }) => kind !== 'output')
      .map((field) => ({
        name: field.name,
        type: typeText(field.type),
        values: field.type.kind === 'enum' ? field.type.values : [],
        description: field.description,
        predicate: field.predicate,
        ask: !field.dontAsk,
        // A field that is never asked for is optional there.
        optional: field.dontAsk || !field.required,
        confirm: field.confirm,
        internal: field.kind !== 'input' || field.isPrimary,
        primary: field.isPrimary,
        actions: field.actions,
        validation: knowsValidation && field.validation !== '' ? field.validation : null,
      })),
  }));

function readByPackage(path: string): unknown {
  const out = execFileSync(python, ['-B', script, path], { encoding: 'utf8', maxBuffer: 1 << 26 });
  return (JSON.parse(out) as Record<string, unknown>)[path];
}

describe('the package genie-worksheets', () => {
  if (!existsSync(python)) {
    it.skip('skipped: genie-worksheets is not installed (.ci/run installs it; DIALOGRAM_GENIE names its folder)', () => {});
    return;
  }
  const folder = temporaryFolder('genie');
  const odd = join(folder, 'odd.csv');
  writeFileSync(odd, ODD);
  const sheets = readdirSync(examples).map((name) => join(examples, name, `${name}.csv`));

  it.each([odd, ...sheets])('reads %s as the app does, and what the app exports', async (path) => {
    const { worksheets } = await readWorksheetFiles([path]);
    expect(worksheets.length).toBeGreaterThan(0);
    expect(readByPackage(path)).toEqual(asThePackage(worksheets, true));
    const csv = join(folder, 'written.csv');
    writeFileSync(csv, csvOfCells(writeRows(worksheets)));
    expect(readByPackage(csv)).toEqual(asThePackage(worksheets, true));
    const json = join(folder, 'written.json');
    writeFileSync(json, JSON.stringify(writeJsonTwin({ worksheets, functions: [] })));
    expect(readByPackage(json)).toEqual(asThePackage(worksheets, false));
    expect((await readWorksheetFiles([json])).worksheets).toEqual(worksheets);
    expect(readFileSync(csv, 'utf8')).not.toMatch(/(^|,)"?[=@]/m);
  });
});
