import { describe, expect, it } from 'vitest';
import type { Preview } from '#shared/contract/corpus.ts';
import {
  brandsOf,
  countsAddUp,
  headerKey,
  type ImportForm,
  lacksColumns,
  mapOf,
  previewOf,
  readingOf,
  START_FORM,
  shownMap,
  speakerRoles,
} from './import-form.ts';

const preview: Preview = {
  format: 'long-csv',
  reason: 'header',
  candidates: [],
  columns: ['ticket', 'who', 'said'],
  lists: [],
  recordFields: [],
  sheets: [],
  sheet: null,
  delimiter: ',',
  encoding: 'utf-8',
  map: { conversation: 'ticket', speaker: 'who', text: 'said', roles: { bob: 'system' } },
  dialogues: [
    {
      externalId: '1',
      utterances: [
        { role: 'user', kind: 'customer', speaker: 'Ann', text: 'Hi', time: null },
        { role: 'system', kind: 'agent', speaker: 'Bob', text: 'Hello', time: null },
      ],
    },
  ],
  rejects: [],
  unknownSpeakers: [],
  warnings: [],
};

describe('the import form', () => {
  it('lets the reader decide everything at first', () => {
    expect(readingOf(START_FORM)).toEqual({
      format: 'auto',
      map: null,
      query: null,
      sheet: null,
      brand: null,
      delimiter: null,
      encoding: null,
      mask: false,
    });
  });

  it('asks only for the first rows, without the sample', () => {
    const asked = { ...START_FORM.query, sql: 'select 1' };
    const drawn = { ...START_FORM, query: { ...asked, dialogues: '20', limit: '5' } };
    expect(readingOf(drawn).query).toMatchObject({ limit: 5, sample: { dialogues: 20 } });
    expect(previewOf(drawn)).toEqual(previewOf({ ...START_FORM, query: asked }));
  });

  it('sends only what was set', () => {
    expect(mapOf({ ...START_FORM, columns: { text: 'said', time: '' } })).toEqual({ text: 'said' });
    expect(mapOf({ ...START_FORM, roles: { Ann: 'ignored' } })).toEqual({ roles: { Ann: 'ignored' } });
    expect(readingOf({ ...START_FORM, brand: '  AppleSupport ' }).brand).toBe('AppleSupport');
  });

  it('sends a query only if it restricts something', () => {
    const query = { ...START_FORM.query, dialogues: '500', by: 'lang' };
    expect(readingOf({ ...START_FORM, query }).query).toEqual({
      sql: null,
      limit: null,
      sample: { dialogues: 500, seed: 1, by: 'lang' },
    });
    expect(readingOf({ ...START_FORM, query: { ...query, dialogues: '-1' } }).query).toBeNull();
  });

  it("prefers the person's column to the detected one", () => {
    expect(shownMap(START_FORM, preview).text).toBe('said');
    expect(shownMap({ ...START_FORM, columns: { text: 'who' } }, preview).text).toBe('who');
    expect(shownMap(START_FORM, preview).time).toBeUndefined();
  });

  it('notices that a table lacks a column', () => {
    expect(lacksColumns(START_FORM, preview)).toBe(false);
    const unknown = { ...preview, map: { text: 'said' } };
    expect(lacksColumns(START_FORM, unknown)).toBe(true);
    expect(
      lacksColumns({ ...START_FORM, columns: { conversation: 'ticket', speaker: 'who' } }, unknown),
    ).toBe(false);
    expect(lacksColumns(START_FORM, { ...unknown, format: 'neutral', columns: null })).toBe(false);
  });

  it('imports JSON of no known format by the shown mapping and its changes', () => {
    const lists = [{ records: '*', turns: 'log' }];
    const map = {
      records: '*',
      turns: 'log',
      text: 'text',
      speakers: { by: 'alternation', first: 'customer' },
    } as const;
    const shown = { ...preview, format: 'mapped-json', lists, map } as const;
    expect(readingOf(START_FORM, shown)).toMatchObject({ format: 'mapped-json', map });
    expect(readingOf(START_FORM, preview).format).toBe('auto');
    expect(lacksColumns(START_FORM, shown)).toBe(false);
    expect(mapOf({ ...START_FORM, list: { records: '', turns: 'log' }, labels: ['act'] })).toEqual({
      turns: 'log',
      labels: ['act'],
    });
    const bySides: ImportForm = {
      ...START_FORM,
      speakers: { by: 'columns', columns: [{ column: 'q', is: 'customer' }] },
    };
    expect(lacksColumns(bySides, shown)).toBe(true);
    expect(shownMap({ ...START_FORM, columns: { speaker: 'who' } }, shown)).toMatchObject({
      speaker: 'who',
      speakers: undefined,
    });
  });

  it('lists each speaker once, ignoring case', () => {
    const asking = { ...preview, unknownSpeakers: ['Zoe'] };
    expect(speakerRoles(START_FORM, asking)).toContainEqual({ speaker: 'Zoe', role: null });
    expect(speakerRoles({ ...START_FORM, roles: { Zoe: 'agent' } }, asking)).toContainEqual({
      speaker: 'Zoe',
      role: 'agent',
    });
    expect(speakerRoles({ ...START_FORM, roles: { ann: 'ignored' } }, preview)).toEqual([
      { speaker: 'Ann', role: 'ignored' },
      { speaker: 'Bob', role: 'system' },
    ]);
  });

  it('lists the brands that answer', () => {
    expect(brandsOf(preview)).toEqual(['Bob']);
  });

  it('remembers a mapping by the header', () => {
    expect(headerKey(preview)).toBe('mapping.["ticket","who","said"]');
    expect(headerKey({ ...preview, columns: null })).toBeNull();
  });
});

describe('countsAddUp', () => {
  const result = {
    dialogues: 3,
    turns: 9,
    warnings: [],
    seconds: 1,
    read: 20,
    utterances: 12,
    ignored: 5,
    rejected: 3,
    continued: 0,
  };
  it('is true if every record is accounted for', () => {
    expect(countsAddUp(result)).toBe(true);
    expect(countsAddUp({ ...result, rejected: 2 })).toBe(false);
  });
});
