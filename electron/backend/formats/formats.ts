import type { ImportFormat } from '#shared/domain/import-formats.ts';
import { abcd } from './abcd/format.ts';
import { camrest } from './camrest/format.ts';
import { chatJsonl } from './chat-jsonl/format.ts';
import { convokit } from './convokit/format.ts';
import { crosswoz } from './crosswoz/format.ts';
import type { Format } from './format.ts';
import { freshdesk } from './freshdesk/format.ts';
import { front } from './front/format.ts';
import { helpScout } from './help-scout/format.ts';
import { intercom } from './intercom/format.ts';
import { longCsv } from './long-csv/format.ts';
import { mappedJson } from './mapped-json/format.ts';
import { mbox } from './mbox/format.ts';
import { multidogo } from './multidogo/format.ts';
import { multiwoz } from './multiwoz/format.ts';
import { neutral } from './neutral/format.ts';
import { queryTable } from './query-table/format.ts';
import { rasaStories } from './rasa-stories/format.ts';
import { rasaTracker } from './rasa-tracker/format.ts';
import { sgd } from './sgd/format.ts';
import { slack } from './slack/format.ts';
import { star } from './star/format.ts';
import { subtitles } from './subtitles/format.ts';
import { taskmaster } from './taskmaster/format.ts';
import { teams } from './teams/format.ts';
import { twcs } from './twcs/format.ts';
import { whatsapp } from './whatsapp/format.ts';
import { xes } from './xes/format.ts';
import { zendesk } from './zendesk/format.ts';

/** All formats. If several match a file equally well, the first is used. */
export const FORMATS: Readonly<Record<ImportFormat, Format>> = {
  neutral,
  'chat-jsonl': chatJsonl,
  twcs,
  'long-csv': longCsv,
  intercom,
  'rasa-tracker': rasaTracker,
  convokit,
  teams,
  slack,
  front,
  'help-scout': helpScout,
  freshdesk,
  zendesk,
  whatsapp,
  mbox,
  subtitles,
  xes,
  'rasa-stories': rasaStories,
  multiwoz,
  sgd,
  taskmaster,
  abcd,
  star,
  multidogo,
  camrest,
  crosswoz,
  'mapped-json': mappedJson,
  'query-table': queryTable,
};
