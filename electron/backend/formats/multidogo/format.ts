import { basename, dirname } from 'node:path';
import type { ImportedUtterance } from '#shared/domain/dialogue.ts';
import { layoutOf } from '../csv/layout.ts';
import { type CsvRow, regroup } from '../csv/regroup.ts';
import { RowSurvey, wholeNumbers } from '../csv/row-survey.ts';
import { TextIndex } from '../csv/text-index.ts';
import type { TableFormat } from '../format.ts';
import { namesOf } from '../json/fields.ts';
import { missingColumns } from '../long-csv/columns.ts';
import { cleanText, type ImportEvent, type Reading, type Tally } from '../reading/reading.ts';

const COLUMNS = ['conversationId', 'turnNumber', 'utterance', 'slot-labels', 'intent'] as const;
type Column = (typeof COLUMNS)[number];

const DOMAINS: ReadonlySet<string> = new Set([
  'airline',
  'fastfood',
  'finance',
  'insurance',
  'media',
  'software',
]);

/**
 * MultiDoGO's annotated splits. A row is a customer's turn, and agents' turns are missing. `<div>` separates intents,
 * and each word has a slot label. @throws FormatError MISSING_COLUMNS
 */
async function* readMultidogo(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, options, tally } = reading;
  const layout = layoutOf(head, options.delimiter);
  const missing = COLUMNS.filter((name) => !layout.columns.includes(name));
  if (missing.length > 0) throw missingColumns(layout, missing);
  const at = (name: Column): number => layout.columns.indexOf(name);
  const conversations = new TextIndex();
  const groupOf = wholeNumbers();
  const survey = new RowSurvey();
  yield* survey.run(reading, layout, [at('conversationId'), at('utterance')], ({ cells }) => {
    const id = (cells[at('conversationId')] ?? '').trim();
    if (id === '') return 'has no dialogue id. Fill in the cell.';
    groupOf.push(conversations.add(id));
    return null;
  });
  const folder = basename(dirname(head.path));
  const plan = { lines: survey.lines, groups: groupOf.values(), groupCount: conversations.size };
  for await (const { group, rows } of regroup(reading, layout, plan)) {
    yield {
      kind: 'dialogue',
      dialogue: {
        externalId: cleanText(conversations.text(group), rows[0]?.row.line ?? 0, tally),
        domains: DOMAINS.has(folder) ? [folder] : [],
        utterances: rows.map(({ row }) => utteranceOf(row, (name) => row.cells[at(name)] ?? '', tally)),
        extra: null,
      },
    };
  }
  yield { kind: 'end', records: survey.records };
}

function utteranceOf({ line }: CsvRow, cell: (name: Column) => string, tally: Tally): ImportedUtterance {
  const text = cleanText(cell('utterance'), line, tally);
  const acts = namesOf(
    cell('intent')
      .split('<div>')
      .map((intent) => cleanText(intent.trim(), line, tally)),
  );
  const state = slotsOf(text, cell('slot-labels'));
  return {
    role: 'user',
    speakerKind: 'customer',
    speaker: 'customer',
    text,
    time: null,
    line,
    acts: acts.length > 0 ? acts : null,
    extra: { turn: cell('turnNumber'), ...(Object.keys(state).length > 0 && { state }) },
  };
}

/** There is one label per word, such as `departure_city O arrival_city` for three words. */
function slotsOf(text: string, labels: string): Record<string, string> {
  const words = text.split(/\s+/);
  const slots = new Map<string, string>();
  for (const [index, label] of labels.split(/\s+/).entries()) {
    const word = words[index];
    if (label === '' || label === 'O' || word === undefined || word === '') continue;
    const before = slots.get(label);
    slots.set(label, before === undefined ? word : `${before} ${word}`);
  }
  return Object.fromEntries(slots);
}

export const multidogo: TableFormat = {
  name: 'multidogo',
  notation: 'table',
  recognise({ columns }) {
    if (COLUMNS.some((name) => !columns.includes(name))) return null;
    return {
      confidence: 1,
      reason: 'The header matches MultiDoGO (conversationId, turnNumber, message, intent).',
    };
  },
  read: readMultidogo,
};
