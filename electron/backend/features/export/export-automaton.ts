import { automatonToDot } from '#shared/algorithms/automaton/dot.ts';
import { automatonToDocument } from '#shared/algorithms/automaton/json.ts';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import { sceneToSvg } from '#shared/algorithms/layout/svg.ts';
import { openingSupport } from '#shared/algorithms/layout/visible.ts';
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
  const graph = graphOf(project, summary.id);
  const minSupport = openingSupport(graph);
  const layout = layOut(graph, { minSupport, maxDepth: Number.MAX_SAFE_INTEGER }, null);
  const { shownCount, hiddenCount } = layout.visibility;
  return sceneToSvg(layout.scene, {
    title: name,
    lines: [
      `${shownCount} states with at least ${minSupport} ${minSupport === 1 ? 'dialogue' : 'dialogues'}; ${hiddenCount} hidden.`,
      `${graph.dialogues} dialogues, tagger: ${summary.tagger}, learner: ${summary.learner}.`,
    ],
  });
}
