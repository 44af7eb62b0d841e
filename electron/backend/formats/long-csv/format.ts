import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import type { ImportedDialogue, ImportedUtterance, Role } from '#shared/domain/dialogue.ts';
import {
  countLeftOut,
  decideRoles,
  labelsIn,
  type Piece,
  type SpeakerRole,
  type SpeakerRoles,
} from '../conversations/speaker-roles.ts';
import { type DateOrder, DateSurvey, dateWarning, parseTime } from '../conversations/time.ts';
import { type CsvLayout, layoutOf, regularity } from '../csv/layout.ts';
import { type CsvRow, NO_GROUP, type RowGroup, regroup } from '../csv/regroup.ts';
import { RowSurvey, wholeNumbers } from '../csv/row-survey.ts';
import { TextIndex } from '../csv/text-index.ts';
import type { TableFormat } from '../format.ts';
import { cleanText, type ImportEvent, type Reading, type Tally } from '../reading/reading.ts';
import { completeMap, findColumns, missingParts, type RowFields, requireColumns } from './columns.ts';

/** The data of all rows from the first pass. */
function conversationSurvey({ conversation: column, time, plain, voices, textAt }: RowFields) {
  const rows = new RowSurvey();
  const dates = new DateSurvey();
  const conversations = new TextIndex();
  const speakers = new TextIndex();
  const conversationOf = wholeNumbers();
  const speakerOf = wholeNumbers();
  /** One entry per conversation: who speaks in its first row. */
  const starters = wholeNumbers();

  const speakerOfRow = (cells: readonly string[]): number | string => {
    if (plain !== null) {
      const speaker = (cells[plain.speaker] ?? '').trim();
      return speaker === '' ? 'has no speaker. Fill in the cell.' : speakers.add(speaker);
    }
    // If speakers alternate, both are counted here. Who speaks in this row is known only after sorting.
    const pieces = [0, 1].map((place) => voices.pieces(textAt(cells), place));
    const [first] = pieces;
    if (typeof first === 'string') return `${first}. Correct the cell.`;
    const [one] = pieces
      .flatMap((some) => (typeof some === 'string' ? [] : some))
      .map(({ speaker }) => speakers.add(speaker));
    return one ?? 'has no text. Fill in the cell.';
  };
  return {
    rows,
    dates,
    conversations,
    speakers,
    starterOf: (conversation: number): number => starters.at(conversation),
    take({ cells, line }: CsvRow): string | null {
      const conversation = column === null ? `line-${line}` : (cells[column] ?? '').trim();
      if (conversation === '') return 'has no dialogue id. Fill in the cell.';
      const speaker = speakerOfRow(cells);
      if (typeof speaker === 'string') return speaker;
      const index = conversations.add(conversation);
      if (index === starters.length) starters.push(speaker);
      conversationOf.push(index);
      speakerOf.push(speaker);
      if (time !== null) dates.add(cells[time] ?? '');
      return null;
    },
    speakerCounts(): { name: string; starts: number }[] {
      const starts = new Uint32Array(speakers.size);
      for (const speaker of starters.values()) starts[speaker]!++;
      return Array.from(starts, (count, speaker) => ({ name: speakers.text(speaker), starts: count }));
    },
    /** Returns the conversation of each row. A row with several speakers is only partly left out, when it is split. */
    plan(roles: readonly SpeakerRole[], left: ReturnType<typeof countLeftOut>) {
      const { lines } = rows;
      const names = roles.map((_, speaker) => speakers.text(speaker));
      const spoken = speakerOf.values();
      const groups = conversationOf.values().map((conversation, index) => {
        const speaker = spoken[index]!;
        const isLeftOut = !voices.isMany && left.add(names[speaker] ?? '', roles[speaker], lines[index]!);
        return isLeftOut ? NO_GROUP : conversation;
      });
      return { groups, groupCount: conversations.size, lines };
    },
  };
}

const BAD_TIMES =
  'Times that cannot be read or are not between 1970 and 2100: {count}, the first in line {line}. These rows keep their order and the time as written.';
const NAIVE_TIMES =
  'Times without a time zone: {count}, the first in line {line}. These times are read as UTC.';

function conversationBuilder(
  { conversations, speakers, starterOf }: ReturnType<typeof conversationSurvey>,
  { columns }: CsvLayout,
  { conversation, time, domain: domainColumn, labels, voices, plain, textAt }: RowFields,
  { roles, kinds }: Pick<SpeakerRoles, 'roles' | 'kinds'>,
  order: DateOrder,
  tally: Tally,
) {
  const said = voices.fields.map((name) => columns.indexOf(name));
  const taken = new Set<number | null>([conversation, time, domainColumn, ...labels, ...said]);
  const others = Array.from(columns.keys()).filter((index) => !taken.has(index));
  const left = countLeftOut();
  let furtherRecords = 0;

  const roleOf = (group: number, speaker: number): Role => {
    const role = roles[speaker];
    if (role === 'starter') return speaker === starterOf(group) ? 'user' : 'system';
    return role === 'user' ? 'user' : 'system';
  };
  const timeOf = ({ cells, line }: CsvRow): number | null => {
    const text = time === null ? '' : (cells[time] ?? '').trim();
    if (text === '') return null;
    const parsed = parseTime(text, order);
    if (!parsed) tally.add(BAD_TIMES, line);
    else if (parsed.naive) tally.add(NAIVE_TIMES, line);
    return parsed?.epochMs ?? null;
  };
  /** @param isFirst true for the first message of a row; the other columns belong to it */
  const utteranceOf = (
    group: number,
    { cells, line }: CsvRow,
    { speaker, text }: Piece,
    epochMs: number | null,
    isFirst: boolean,
  ): ImportedUtterance => {
    const extra = others
      .filter((other) => isFirst && (cells[other] ?? '') !== '')
      .map((other) => [columns[other], cells[other]]);
    if (time !== null && epochMs === null && (cells[time] ?? '') !== '')
      extra.push([columns[time], cells[time]]);
    const index = speakers.find(speaker);
    const kind = kinds[index];
    const acts = isFirst ? labels.flatMap((label) => labelsIn(cells[label] ?? '')) : [];
    return {
      role: roleOf(group, index),
      ...(kind && { speakerKind: kind }),
      speaker: cleanText(speaker, line, tally),
      text: cleanText(text, line, tally),
      time: epochMs === null ? null : new Date(epochMs).toISOString(),
      line,
      acts: labels.length > 0 ? acts.map((act) => cleanText(act, line, tally)) : null,
      extra: extra.length > 0 ? Object.fromEntries(extra) : null,
    };
  };
  const utterancesOf = (group: number, row: CsvRow, epochMs: number | null, place: number) => {
    if (plain !== null) {
      const speaker = (row.cells[plain.speaker] ?? '').trim();
      return [utteranceOf(group, row, { speaker, text: row.cells[plain.text] ?? '' }, epochMs, true)];
    }
    const pieces = voices.pieces(textAt(row.cells), place);
    if (typeof pieces === 'string') return [];
    furtherRecords += pieces.length - 1;
    return pieces.flatMap((piece, index) =>
      left.add(piece.speaker, roles[speakers.find(piece.speaker)], row.line)
        ? []
        : [utteranceOf(group, row, piece, epochMs, index === 0)],
    );
  };
  return {
    leftOut: left.events,
    /** Returns the number of messages beyond one per row. */
    furtherRecords: () => furtherRecords,
    build({ group, rows }: RowGroup): ImportedDialogue | null {
      const timed: { row: CsvRow; epochMs: number | null; sortMs: number }[] = [];
      const domains = new Set<string>();
      let lastMs = Number.NEGATIVE_INFINITY;
      for (const { row } of rows) {
        const epochMs = timeOf(row);
        // A row without a time stays after the row before it.
        lastMs = epochMs ?? lastMs;
        timed.push({ row, epochMs, sortMs: lastMs });
        const domain = domainColumn === null ? '' : (row.cells[domainColumn] ?? '').trim();
        if (domain !== '') domains.add(cleanText(domain, row.line, tally));
      }
      // This sort is stable, so rows with the same second stay in file order.
      timed.sort((one, other) => (one.sortMs < other.sortMs ? -1 : one.sortMs > other.sortMs ? 1 : 0));
      const utterances = timed.flatMap(({ row, epochMs }, place) => utterancesOf(group, row, epochMs, place));
      if (utterances.length === 0) return null;
      const externalId = cleanText(conversations.text(group), rows[0]?.row.line ?? 0, tally);
      return { externalId, domains: [...domains], utterances, extra: null };
    },
  };
}

/**
 * Reads a CSV with one row per message, in any order. The first pass finds conversations, speakers and the order of
 * dates; the second reads the texts.
 */
async function* readLongCsv(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, options } = reading;
  const layout = layoutOf(head, options.delimiter);
  const map = completeMap(layout, options.map);
  const fields = requireColumns(layout, map);
  const survey = conversationSurvey(fields);
  yield* survey.rows.run(reading, layout, fields.required, survey.take);
  const { roles, kinds, warning } = decideRoles(survey.speakerCounts(), map.roles);
  if (warning) yield { kind: 'warning', message: warning };
  const left = countLeftOut();
  const plan = survey.plan(roles, left);
  yield* left.events();
  const dates = survey.dates.decide();
  const order = map.dates ?? dates.order;
  if (dates.guessed && !map.dates) yield { kind: 'warning', message: dateWarning(order) };

  const builder = conversationBuilder(survey, layout, fields, { roles, kinds }, order, reading.tally);
  for await (const group of regroup(reading, layout, plan)) {
    const dialogue = builder.build(group);
    if (dialogue) yield { kind: 'dialogue', dialogue };
  }
  yield* builder.leftOut();
  yield { kind: 'end', records: survey.rows.records + builder.furtherRecords() };
}

/** If fewer rows than this have the same width and no column is known, the file is prose with commas. */
const PROSE_REGULARITY = 0.8;

export const longCsv: TableFormat = {
  name: 'long-csv',
  notation: 'table',
  /** The confidence is low if some columns cannot be guessed, because a person can assign them. */
  recognise(layout, isChosen) {
    const map = completeMap(layout, null);
    const missing = missingParts(map);
    if (missing.length === 0)
      return { confidence: 0.9, reason: 'Each row of the table has a dialogue, a speaker and a text.' };
    const nothingKnown = Object.values(findColumns(layout, null)).every((index) => index === null);
    if (!isChosen && nothingKnown && regularity(layout) < PROSE_REGULARITY) return null;
    return {
      confidence: 0.3,
      reason: `A table, but columns are missing or not recognized: ${missing.join(', ')}.`,
    };
  },
  columnMap: (layout, map) => completeMap(layout, knownNames(map, layout.columns)),
  read: readLongCsv,
};

/** Returns the map without names that the file lacks. Reading the file reports them. */
function knownNames(map: ColumnMapInput | null, columns: readonly string[]): ColumnMapInput | null {
  if (!map) return null;
  const { roles, dates, speakers, labels, ...columnsOf } = map;
  return {
    ...Object.fromEntries(Object.entries(columnsOf).filter(([, name]) => columns.includes(name))),
    ...(speakers && { speakers }),
    ...(labels && { labels: labels.filter((name) => columns.includes(name)) }),
    ...(roles && { roles }),
    ...(dates && { dates }),
  };
}
