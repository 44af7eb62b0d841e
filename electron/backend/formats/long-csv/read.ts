import { decideRoles } from '../conversations/speaker-roles.ts';
import type { DateOrder } from '../conversations/time.ts';
import { layoutOf } from '../csv/layout.ts';
import { regroup } from '../csv/regroup.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import type { Reading } from '../reading/reading.ts';
import { findColumns, requireColumns } from './columns.ts';
import { ConversationBuilder } from './conversation-builder.ts';
import { ConversationSurvey } from './conversation-survey.ts';

/**
 * Reads a CSV file with one row per utterance. The rows of a conversation may stand anywhere in it.
 * A record is a row. Two passes: the first learns which row belongs to which conversation, who the speakers are and
 * how dates are written; the second reads the texts, conversation by conversation.
 */
export async function* readLongCsv(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, options } = reading;
  const layout = layoutOf(head, options.delimiter);
  const fields = requireColumns(layout, findColumns(layout, options.map));
  const survey = new ConversationSurvey(fields);
  yield* survey.rows.run(reading, layout, [fields.conversation, fields.speaker, fields.text], (row) =>
    survey.take(row),
  );
  const { roles, kinds, warning } = decideRoles(survey.speakerCounts(), options.map?.roles);
  if (warning) yield { kind: 'warning', message: warning };
  yield* survey.leaveOut(roles);
  const dates = survey.dates.decide();
  const order = options.map?.dates ?? dates.order;
  if (dates.guessed && !options.map?.dates) yield { kind: 'warning', message: dateWarning(order) };

  const plan = {
    ...survey.plan(roles),
    lines: survey.rows.lines,
    bytes: survey.rows.bytes,
    checkpoints: survey.rows.checkpoints,
  };
  const builder = new ConversationBuilder(survey, layout, fields, { roles, kinds }, order, reading.tally);
  for await (const group of regroup(reading, layout, plan)) {
    yield { kind: 'dialogue', dialogue: builder.build(group) };
  }
  yield { kind: 'end', records: survey.rows.records };
}

function dateWarning(order: DateOrder): string {
  const [read, other] = order === 'dmy' ? ['the day', 'mdy'] : ['the month', 'dmy'];
  return `Dates like 03/04/2024 are read with ${read} first, which the file does not settle. If that is wrong, say "dates":"${other}" in the map.`;
}
