import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { transitionsToCsv } from '#backend/features/automata/export-automaton.ts';
import { DEFAULT_PAPER_OPTIONS, learnPaperAutomaton } from '#shared/algorithms/automaton/learn.ts';
import { eachTransition } from '#shared/algorithms/automaton/reading/transitions.ts';
import { automatonToRasa } from '#shared/algorithms/automaton/written/bots.ts';
import { automatonToDot, automatonToGraphml } from '#shared/algorithms/automaton/written/diagrams.ts';
import { automatonToBpmn, automatonToPnml } from '#shared/algorithms/automaton/written/process-models.ts';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import { temporaryFolder } from '../fixtures/cleanup.ts';
import { PM4PY_PYTHON } from '../fixtures/pm4py/installed.ts';
import { buildSymbolCorpus, copies } from '../fixtures/tagged-dialogues.ts';

const script = fileURLToPath(new URL('../fixtures/formats/read.py', import.meta.url));
const isThere = spawnSync(PM4PY_PYTHON, ['-c', 'import networkx, yaml']).status === 0;

const foundSchema = z.object({
  nodes: z.int(),
  edges: z.array(z.tuple([z.string(), z.string(), z.string(), z.int()])),
  rasa: z.array(z.array(z.tuple([z.string(), z.string()]))),
  places: z.int(),
  transitions: z.int(),
  'arcs hold': z.boolean(),
  tasks: z.int(),
  'flows hold': z.boolean(),
  drawn: z.boolean(),
  csv: z.array(z.record(z.string(), z.string())),
});

const HOSTILE = ['a: "b" #c', "</name>&'<x>", '=1+1,\n2'];

it.skipIf(!isThere)('other programs read GraphML, PNML, BPMN, Rasa and CSV as they were written', () => {
  const dialogues = HOSTILE.flatMap((tag, at) =>
    copies(6, `d${at}`, 'u:x', 's:ok').map(({ key }) => ({
      key,
      turns: [
        { role: 'user' as const, tags: [tag] },
        { role: 'system' as const, tags: ['ok'] },
      ],
    })),
  );
  const { automaton } = learnPaperAutomaton(buildSymbolCorpus(dialogues), {
    ...DEFAULT_PAPER_OPTIONS,
    lambda: null,
  });
  const transitions = [...eachTransition(automaton)];
  const folder = temporaryFolder('written');
  const title = 'A & "B": <c>';
  writeFileSync(join(folder, 'a.graphml'), automatonToGraphml(automaton, title));
  writeFileSync(join(folder, 'a.pnml'), automatonToPnml(automaton, title));
  writeFileSync(join(folder, 'a.bpmn'), automatonToBpmn(automaton, title));
  writeFileSync(join(folder, 'a.rasa'), automatonToRasa(automaton, title));
  writeFileSync(join(folder, 'a.csv'), transitionsToCsv(automaton, [], null));
  const { stdout, stderr } = spawnSync(PM4PY_PYTHON, [script, folder], { encoding: 'utf8' });
  expect(stderr).toBe('');
  const found = foundSchema.parse(JSON.parse(stdout));

  expect(found.nodes).toBe(automaton.stateCount);
  expect(found.edges).toEqual(
    transitions.map(({ from, to, tag, support }) => [`s${from}`, `s${to}`, tag, support]).sort(),
  );
  const endings = Array.from(automaton.ends).filter((count) => count > 0).length;
  expect([found.places, found.transitions]).toEqual([automaton.stateCount + 1, transitions.length + endings]);
  expect(found.tasks).toBe(transitions.length);
  expect([found['arcs hold'], found['flows hold'], found.drawn]).toEqual([true, true, true]);
  expect(found.rasa).toHaveLength(endings);
  expect(found.rasa).toContainEqual([
    ['intent', 'a_b_c'],
    ['action', 'utter_ok'],
  ]);
  expect(found.csv.map(({ tag }) => tag?.replace(/^'=/, '='))).toEqual(transitions.map(({ tag }) => tag));
});

const graphSchema = z.object({
  label: z.string(),
  objects: z.array(z.object({ name: z.string(), label: z.string() })),
  edges: z.array(z.object({ tail: z.int(), head: z.int(), label: z.string() })),
});

it.skipIf(spawnSync('dot', ['-V']).status !== 0)('Graphviz reads DOT as it was written', () => {
  const dialogues = [...HOSTILE, 'back\\slash \\N', '<b>'].flatMap((tag, at) =>
    copies(6, `d${at}`, 'u:x').map(({ key }) => ({ key, turns: [{ role: 'user' as const, tags: [tag] }] })),
  );
  const { automaton } = learnPaperAutomaton(buildSymbolCorpus(dialogues), {
    ...DEFAULT_PAPER_OPTIONS,
    lambda: null,
  });
  const title = 'A "B": <c>';
  const { stdout } = spawnSync('dot', ['-Tdot_json'], {
    input: automatonToDot(automaton, title),
    encoding: 'utf8',
  });
  const read = graphSchema.parse(JSON.parse(stdout));
  // Graphviz prints labels as written, with its escapes.
  const shown = (label: string): string =>
    label.replaceAll('\\n', '\n').replaceAll('\\\\', '\\').replaceAll('&amp;', '&');
  expect(shown(read.label)).toBe(title);
  expect(read.objects.map(({ name }) => name)).toEqual(
    Array.from({ length: automaton.stateCount }, (_, state) => `s${state}`),
  );
  // A state is named by the move that leads there, so its transition shows only the dialogues.
  const transitions = [...eachTransition(automaton)];
  expect(read.edges.map(({ tail, head, label }) => [tail, head, shown(label)])).toEqual(
    transitions.map(({ from, to, support }) => [from, to, String(support)]),
  );
  for (const { to, tag, support } of transitions)
    expect(shown(read.objects[to]!.label)).toBe(`${spokenTag(tag)}\n${support}`);
});
