import { automatonToDot } from '#shared/algorithms/automaton/dot.ts';
import { automatonToDocument } from '#shared/algorithms/automaton/json.ts';
import { automatonToSvg } from '#shared/algorithms/layout/picture.ts';
import type { RunId } from '#shared/domain/ids.ts';
import type { OpenProject } from '../../open-project.ts';
import { automatonSummary } from '../automata/cache.ts';
import { graphOf } from '../automata/drill-down.ts';
import { projectNameOf } from '../projects/recent.ts';
import { refuseProjectItself, writeWhole } from './write-whole.ts';

/** Writes an automaton to a file: the whole file or nothing. Counts only; no dialogue and no id leaves with it. */
export function exportAutomaton(
  project: OpenProject,
  run: RunId | null,
  to: 'json' | 'dot' | 'svg',
  path: string,
): { path: string; bytes: number } {
  refuseProjectItself(path, project.path);
  return writeWhole(path, render(project, run, to));
}

function render(project: OpenProject, run: RunId | null, to: 'json' | 'dot' | 'svg'): string {
  const summary = automatonSummary(project.database, run);
  const name = projectNameOf(project.path);
  const automaton = project.automata.load(summary.id).view.structure;
  if (to === 'dot') return automatonToDot(automaton, name);
  if (to === 'json') {
    const { learner, tagger, params, createdAt } = summary;
    const about = { project: name, learner, tagger, params, createdAt };
    return `${JSON.stringify(automatonToDocument(automaton, summary.report, about), null, 1)}\n`;
  }
  return automatonToSvg(
    { automaton: summary.id, learner: summary.learner, tagger: summary.tagger },
    graphOf(project, summary.id),
  );
}
