import { decideRoles } from '../conversations/speaker-roles.ts';
import { dateWarning } from '../conversations/time.ts';
import { layoutOf } from '../csv/layout.ts';
import { regroup } from '../csv/regroup.ts';
import type { ImportEvent } from '../reading/import-event.ts';
import type { Reading } from '../reading/reading.ts';
import { completeMap, requireColumns } from './columns.ts';
import { ConversationBuilder } from './conversation-builder.ts';
import { ConversationSurvey } from './conversation-survey.ts';

/**
 * Reads a CSV file with one row per message. The rows of a conversation may be anywhere in it. A record is a row. Two
 * passes: the first learns which row belongs to which conversation, who the speakers are and how dates are written; the
 * second reads the texts, conversation by conversation.
 */
export async function* readLongCsv(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const { head, options } = reading;
  const layout = layoutOf(head, options.delimiter);
  const map = completeMap(layout, options.map);
  const fields = requireColumns(layout, map);
  const survey = new ConversationSurvey(fields);
  yield* survey.rows.run(reading, layout, fields.required, (row) => survey.take(row));
  const { roles, kinds, warning } = decideRoles(survey.speakerCounts(), map.roles);
  if (warning) yield { kind: 'warning', message: warning };
  yield* survey.leaveOut(roles);
  const dates = survey.dates.decide();
  const order = map.dates ?? dates.order;
  if (dates.guessed && !map.dates) yield { kind: 'warning', message: dateWarning(order) };

  const plan = {
    ...survey.plan(roles),
    lines: survey.rows.lines,
    bytes: survey.rows.bytes,
    checkpoints: survey.rows.checkpoints,
  };
  const builder = new ConversationBuilder(survey, layout, fields, { roles, kinds }, order, reading.tally);
  for await (const group of regroup(reading, layout, plan)) {
    const dialogue = builder.build(group);
    if (dialogue) yield { kind: 'dialogue', dialogue };
  }
  yield* builder.leftOut();
  yield { kind: 'end', records: survey.rows.records + builder.furtherRecords };
}
