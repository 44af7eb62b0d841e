import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorOf, type Suite } from './contract-suite.ts';

const TICKETS = [
  {
    ws_name: 'Ticket',
    ws_type: 'worksheet',
    fields: [
      { field_name: 'kind', field_type: 'Enum', enum_values: ['Refund', 'Repair'], field_required: true },
      { field_name: 'order_number', field_type: 'str', field_required: true },
    ],
  },
];

export function describeWorksheets(suite: Suite): void {
  it('imports, checks, talks to, exports and deletes worksheets', async () => {
    const { client, workspace } = suite;
    const file = join(workspace, 'tickets.json');
    writeFileSync(file, JSON.stringify(TICKETS));
    const { edit, application, notices } = await client.worksheets.import({ paths: [file] });
    expect(edit?.kind).toBe('worksheets');
    expect(notices).toEqual([]);
    expect(application).toMatchObject({
      name: 'tickets',
      errors: 0,
      worksheets: [{ name: 'Ticket', fields: 2 }],
    });
    expect((await client.worksheets.import({ paths: [file] })).edit).toBeNull();
    expect((await client.worksheets.list()).applications).toEqual([application]);
    expect(await client.worksheets.validate({ worksheet: 'Ticket' })).toEqual({
      name: 'tickets',
      problems: [],
      unchecked: [],
    });
    const { turns } = await client.worksheets.run({
      worksheet: 'tickets',
      lines: [{ user: 'I want a refund' }, { statements: 'ticket.order_number = "A-17"' }],
    });
    expect(turns.map(({ acts }) => acts)).toEqual([['ASK(ticket_1, order_number)'], []]);
    expect(turns[1]?.state.ticket_1).toEqual({ kind: 'Refund', order_number: 'A-17' });
    const agent = { kind: 'worksheets', title: 'Worksheets tickets', worksheet: 'tickets' };
    expect(await client.agents.list()).toContainEqual({ agent, problem: null, takesModel: true });
    const talk = await client.agents.talk({
      agent,
      turns: [{ text: 'I want a refund' }, { change: { name: 'ticket_1.kind', value: 'Repair' } }],
    });
    expect(talk.turns.map(({ why }) => why.at)).toEqual(Array(2).fill('ASK(ticket_1, order_number)'));
    expect(talk.variables.map(({ name, value }) => [name, value])).toEqual([
      ['ticket_1.kind', 'Repair'],
      ['ticket_1.order_number', null],
    ]);
    const read = (await client.worksheets.read({ name: 'tickets' }))!;
    const [sheet] = read.set.worksheets;
    const fields = sheet!.fields.map((field) => ({
      ...field,
      predicate: 'self.nobody',
      validation: 'a real one',
    }));
    const set = { ...read.set, worksheets: [{ ...sheet!, fields }] };
    const checked = await client.worksheets.check({ set });
    expect(checked.problems[0]).toMatchObject({ field: 'kind', cell: 'Predicate', line: 1, column: 1 });
    expect(checked.unchecked).toHaveLength(2);
    const saved = await client.worksheets.save({ name: 'tickets', set, from: read.edit });
    expect(saved.edit?.description).toBe('Change 2 rows of the worksheets tickets');
    expect(await errorOf(client.worksheets.save({ name: 'tickets', set, from: read.edit }))).toMatchObject({
      code: 'INVALID',
    });
    expect(await errorOf(client.worksheets.save({ name: 'tickets', set, from: null }))).toMatchObject({
      code: 'ALREADY_EXISTS',
    });
    await client.tagging.undo();
    expect(await client.worksheets.read({ name: 'tickets' })).toEqual(read);
    expect(await client.worksheets.read({ name: 'nobody' })).toBeNull();
    const written = await client.worksheets.export({
      worksheet: 'tickets',
      to: 'csv',
      out: join(workspace, 'tickets.csv'),
      ifExists: 'replace',
    });
    expect(written.worksheets).toBe(1);
    expect(await errorOf(client.worksheets.draft({ name: 'x', where: 'nothing = (' }))).toMatchObject({
      code: 'INVALID',
    });
    await client.worksheets.remove({ worksheet: 'tickets' });
    expect(await errorOf(client.worksheets.validate({ worksheet: 'tickets' }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    await client.tagging.undo();
    expect((await client.worksheets.list()).applications).toEqual([application]);
    expect((await client.worksheets.example()).name).toBe('support');
    expect((await client.worksheets.list()).applications.map(({ name }) => name)).toEqual([
      'support',
      'tickets',
    ]);
    const made = await client.conversion.toFlow({ worksheet: 'support', name: 'desk' });
    expect(made.edit?.description).toBe('Convert worksheets to the flow desk');
    expect(made.lost.map(({ place }) => place)).toContain('Ticket.amount');
    const { problems } = await client.flows.validate({ flow: 'desk' });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const desk = { kind: 'flow', title: 'Flow desk', flow: 'desk' };
    const asked = await client.agents.talk({ agent: desk, turns: [{ text: 'It is about my bill' }] });
    expect(asked.turns[0]?.text).toContain('Which amount on the bill');
    const back = await client.conversion.toWorksheets({ flow: 'desk' });
    expect(back.name).toBe('desk');
    expect((await client.worksheets.validate({ worksheet: 'desk' })).problems).toEqual([]);
    expect(await errorOf(client.conversion.toWorksheets({ flow: 'desk', name: 'desk' }))).toMatchObject({
      code: 'ALREADY_EXISTS',
    });
    for (let steps = 0; steps < 3; steps++) await client.tagging.undo();
    const table = join(workspace, 'Repair.csv');
    writeFileSync(table, 'kind,days\nScreen,3\n');
    expect((await client.worksheets.import({ paths: [table] })).tables).toEqual([
      { worksheet: 'Repair', rows: 1 },
    ]);
    const [{ id }] = (await client.worksheets.list()).knowledge;
    expect((await client.worksheets.knowledge({ id })).items).toEqual([
      { row: 1, content: { kind: 'Screen', days: 3 } },
    ]);
    await client.worksheets.forget({ id });
    expect(await errorOf(client.worksheets.knowledge({ id }))).toMatchObject({ code: 'NOT_FOUND' });
    await client.tagging.undo();
    expect((await client.worksheets.list()).knowledge).toHaveLength(1);
  });

  it('keeps versions of the prompts that read worksheets and word their answers', async () => {
    const { client } = suite;
    const [{ name, version, shipped }] = await client.worksheets.prompts();
    expect({ name, version, shipped }).toEqual({ name: 'worksheet-statements', version: 1, shipped: true });
    const saved = await client.worksheets.savePrompt({ name, text: 'Write statements.' });
    expect(saved).toMatchObject({ name, version: 2, text: 'Write statements.', shipped: false });
    expect(await client.worksheets.resetPrompt({ name })).toMatchObject({ version: 3, shipped: true });
  });
}
