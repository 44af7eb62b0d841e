import { escapeXml } from '#shared/algorithms/layout/picture/brush.ts';
import { rankTags, tagOfTurn } from '#shared/algorithms/overview/tag-of-turn.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { known } from '#shared/domain/known.ts';
import { findDialogue } from '../../store/corpus/dialogue-table.ts';
import type { ReadDatabase } from '../../store/database.ts';
import { shownSymbols } from '../../store/runs/shown-symbols.ts';
import { type TagsMeant, tagsOfRounds } from './tag-reader.ts';

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<log xes.version="1.0" xes.features="" xmlns="http://www.xes-standard.org/">
<extension name="Concept" prefix="concept" uri="http://www.xes-standard.org/concept.xesext"/>
<extension name="Organizational" prefix="org" uri="http://www.xes-standard.org/org.xesext"/>
<extension name="Time" prefix="time" uri="http://www.xes-standard.org/time.xesext"/>
<classifier name="Activity" keys="concept:name"/>
`;

/**
 * Yields dialogues as an event log in XES (IEEE 1849): a case is a dialogue, an event a turn with a tag. An activity is
 * named as in an exported net, "user: complain", by the tag that stands for its turn (`tagOfTurn`). It contains no dialogue text.
 */
export function* writtenEventLog(
  database: ReadDatabase,
  ids: Iterable<DialogueId>,
  tags: TagsMeant | null,
): Generator<string, void> {
  const namesOf = tagsOfRounds(database, tags);
  const { symbols } = tags ? shownSymbols(database, tags.id) : { symbols: [] };
  const rank = rankTags(symbols);
  const taken = new Set<string>();
  yield HEAD;
  for (const id of ids) {
    const { externalId, source, rounds } = known(findDialogue(database, id) ?? undefined, `dialogue ${id}`);
    // Programs merge cases of one name, and two sources may have the same ids.
    const name = taken.has(externalId) ? `${externalId} (${source})` : externalId;
    taken.add(name);
    yield `<trace>\n${attribute('concept:name', name)}`;
    for (const { id: round, role, utterances } of rounds) {
      const names = namesOf(round);
      const own = tagOfTurn(role, names, symbols, rank);
      if (own === undefined) continue;
      const time = utterances.find(({ time }) => !Number.isNaN(Date.parse(time ?? '')))?.time;
      yield [
        '<event>\n',
        attribute('concept:name', `${role}: ${own}`),
        attribute('org:role', role),
        names.length > 1 ? attribute('tags', names.join(', ')) : '',
        time ? attribute('time:timestamp', new Date(time).toISOString(), 'date') : '',
        '</event>\n',
      ].join('');
    }
    yield '</trace>\n';
  }
  yield '</log>\n';
}

const attribute = (key: string, value: string, kind: 'string' | 'date' = 'string'): string =>
  `<${kind} key="${key}" value="${escapeXml(value)}"/>\n`;
