import type { ColumnMapInput } from '#shared/contract/corpus.ts';
import { NAMES, plainName } from '../conversations/field-names.ts';
import { voicesOf } from '../conversations/voices.ts';
import type { JsonFormat } from '../format.ts';
import { proposeMap } from './propose.ts';
import { readMappedJson } from './read.ts';

export const mappedJson: JsonFormat = {
  name: 'mapped-json',
  notation: 'json',
  expects: null,
  recognise: () => null,
  recogniseHead(head, told) {
    const { map, lists } = proposeMap(head, told);
    if (lists.length === 0 || voicesOf(map) === null || !(told || isLikely(map))) return null;
    return { confidence: 0.4, reason: reasonOf(map) };
  },
  propose: proposeMap,
  read: readMappedJson,
};

/** Returns true if a list is likely a dialogue. Without speakers, its name must say so. */
function isLikely({ turns, conversation, speakers, text }: ColumnMapInput): boolean {
  if (turns === undefined && conversation === undefined && speakers?.by === undefined) return false;
  if (speakers?.by !== 'alternation') return true;
  return DIALOGUE.test(turns ?? '') && NAMES.text.includes(plainName(text ?? ''));
}

const DIALOGUE =
  /^(?:log|logs|turns|dialog|dialogue|messages|utterances|conversation|chat|transcript|thread)$/i;

function reasonOf({ turns, records, text, speaker, speakers, conversation }: ColumnMapInput): string {
  const where = turns !== undefined ? `"${turns}"` : records !== undefined ? `"${records}"` : 'its values';
  const words =
    speakers?.by === 'columns' ? speakers.columns.map(({ column }) => column).join('" and "') : text;
  const who =
    speaker !== undefined
      ? `"${speaker}" says who speaks`
      : speakers?.by === 'columns'
        ? 'one field for each side'
        : speakers?.by === 'prefix'
          ? 'a name before the words says who speaks'
          : 'nothing says who speaks';
  const id = conversation === undefined ? '' : `, "${conversation}" names the dialogue`;
  return `No format knows this JSON. By its values, the turns are in ${where}, their words in "${words ?? ''}"; ${who}${id}.`;
}
