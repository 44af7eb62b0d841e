import type { AutomatonStructure } from '../../../domain/automaton.ts';
import { escapeXml } from '../../layout/picture/brush.ts';
import { eachTransition } from '../reading/each-transition.ts';

const INVISIBLE = '<toolspecific tool="ProM" version="6.4" activity="$invisible$" localNodeID="end"/>';

/**
 * An automaton as a Petri net in PNML, which ProM and pm4py read: a state is a place, a transition has one place before
 * it and one after; where dialogues end, a silent step leads to the final place. Holds counts only.
 * @param title name of the net
 * @param names what people call states, by number
 */
export function automatonToPnml(
  automaton: AutomatonStructure,
  title = '',
  names: readonly string[] = [],
): string {
  const parts: string[] = [];
  let arcs = 0;
  const name = (text: string): string => `<name><text>${escapeXml(text)}</text></name>`;
  const arc = (source: string, target: string): string =>
    `<arc id="a${arcs++}" source="${source}" target="${target}"><inscription><text>1</text></inscription></arc>`;
  for (let state = 0; state < automaton.stateCount; state++) {
    const label = state === 0 ? 'start' : names[state] || String(state);
    const marked = state === 0 ? '<initialMarking><text>1</text></initialMarking>' : '';
    parts.push(`<place id="s${state}">${name(label)}${marked}</place>`);
  }
  parts.push(`<place id="end">${name('end')}</place>`);
  let number = 0;
  for (const { from, to, role, tag } of eachTransition(automaton)) {
    const id = `t${number++}`;
    parts.push(
      `<transition id="${id}">${name(`${role}: ${tag}`)}</transition>`,
      arc(`s${from}`, id),
      arc(id, `s${to}`),
    );
  }
  for (let state = 0; state < automaton.stateCount; state++) {
    if (automaton.ends[state] === 0) continue;
    const id = `e${state}`;
    parts.push(
      `<transition id="${id}">${name(id)}${INVISIBLE}</transition>`,
      arc(`s${state}`, id),
      arc(id, 'end'),
    );
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">',
    '<net id="automaton" type="http://www.pnml.org/version-2009/grammar/pnmlcoremodel">',
    name(title),
    '<page id="page">',
    ...parts,
    '</page>',
    '<finalmarkings><marking><place idref="end"><text>1</text></place></marking></finalmarkings>',
    '</net>',
    '</pnml>',
    '',
  ].join('\n');
}
