import { strToU8, zipSync } from 'fflate';
import { countCovered } from '#shared/algorithms/automaton/reading/covered.ts';
import { describeLeftOut, shareableAutomaton } from '#shared/algorithms/automaton/reading/shareable.ts';
import { countTogether } from '#shared/algorithms/automaton/reading/together.ts';
import { automatonToBpmn } from '#shared/algorithms/automaton/written/bpmn.ts';
import { automatonToDot } from '#shared/algorithms/automaton/written/dot.ts';
import { automatonToGraphml } from '#shared/algorithms/automaton/written/graphml.ts';
import { automatonToDocument } from '#shared/algorithms/automaton/written/json.ts';
import { automatonToMermaid } from '#shared/algorithms/automaton/written/mermaid.ts';
import { automatonToPnml } from '#shared/algorithms/automaton/written/pnml.ts';
import { automatonToRasa } from '#shared/algorithms/automaton/written/rasa.ts';
import { reportToHtml, reportToMarkdown } from '#shared/algorithms/automaton/written/report/pages.ts';
import { reportOf } from '#shared/algorithms/automaton/written/report/report.ts';
import { reportToWord } from '#shared/algorithms/automaton/written/report/word.ts';
import { shownNames } from '#shared/algorithms/automaton/written/shown-names.ts';
import { automatonToXstate } from '#shared/algorithms/automaton/written/xstate.ts';
import { type DrawnAutomaton, isDrawn, toDrawn } from '#shared/algorithms/layout/drawn-automaton.ts';
import type { PictureLook } from '#shared/algorithms/layout/picture/look.ts';
import { automatonToSvg } from '#shared/algorithms/layout/picture/picture.ts';
import { visibleFilter } from '#shared/algorithms/layout/shown/kept-filter.ts';
import { shareableFilter, shareablePart } from '#shared/algorithms/layout/shown/shareable-part.ts';
import {
  openingSupport,
  type VisibleFilter,
  visibleStates,
} from '#shared/algorithms/layout/shown/visible.ts';
import type { AutomatonExport, AutomatonSummary } from '#shared/contract/automata.ts';
import type { ExportTarget } from '#shared/contract/base.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import { describeLearner } from '#shared/domain/learner-text.ts';
import type { OutputTarget } from '../../output/target.ts';
import { writeWhole } from '../../output/write-whole.ts';
import { type Project, projectNameOf } from '../../project.ts';
import { listStateNames } from '../../store/edits/picture/state-name-table.ts';
import { statesToCsv, transitionsToCsv } from './automaton-csv.ts';
import { automatonCache, automatonSummary, type LoadedAutomaton } from './cache.ts';
import { countLeaving } from './drill-down.ts';
import { importedAbout } from './import-automaton.ts';
import { findNamedStates } from './named-states.ts';
import { reportFacts } from './report-facts.ts';
import { reportFindings } from './report-findings.ts';

/**
 * Writes an automaton to a file: the whole file or nothing. Counts only, unless a report is to have examples; no id
 * leaves with it.
 */
export async function exportAutomaton(
  project: Project,
  asked: Omit<AutomatonExport, keyof ExportTarget>,
  target: OutputTarget,
): Promise<{ path: string; bytes: number }> {
  return writeWhole(target, await render(project, asked));
}

async function render(
  project: Project,
  {
    automaton: run,
    to,
    leastSupport,
    shown: asked,
    examples,
    page,
    theme,
    direction,
  }: Omit<AutomatonExport, keyof ExportTarget>,
): Promise<string | Uint8Array> {
  const summary = automatonSummary(project.database, run);
  const loaded = project.use(automatonCache).load(summary.id);
  const origin = originOf(summary, loaded, projectNameOf(project.path));
  const name = origin.about.project ?? projectNameOf(project.path);
  const whole = loaded.view.structure;
  const { together, covered } = pathCounts(loaded);
  const drawn = toDrawn(whole);
  const all = {
    ...drawn,
    states: { ...drawn.states, names: namesOf(project, loaded, null) },
    transitions: { ...drawn.transitions, together, covered },
  };
  const shown = asked && visibleFilter(asked);
  const part =
    shown || leastSupport > 1
      ? shareableAutomaton(whole, leastSupport, shown ? shownOf(all, shown) : {})
      : null;
  const structure = part?.structure ?? whole;
  const names = namesOf(project, loaded, part?.states ?? null);
  const seen = shownNames(whole, all.states.names);
  /** The names that people see, whether or not somebody gave them. */
  const shownHere = part ? Array.from(part.states, (state) => seen[state] ?? '') : seen;
  const leftOut = part ? describeLeftOut(part) : null;
  const title = leftOut === null ? name : `${name} (${leftOut})`;
  /** Counts of few dialogues are not passed on. */
  const countTold = (shown: readonly number[]): number | null => {
    const leaving = countLeaving(loaded, shown);
    return leaving < leastSupport && leastSupport > 1 ? null : leaving;
  };
  const pictureFor = (look: PictureLook): string => {
    const { learner, tagger, params, createdAt } = summary;
    const subject = { automaton: summary.id, learner, tagger, params, learnedAt: createdAt, title: name };
    const shareable = leastSupport > 1 ? shareablePart(all, leastSupport) : all;
    const wanted = shown ?? { minSupport: openingSupport(shareable), maxDepth: Number.POSITIVE_INFINITY };
    const filter = leastSupport > 1 ? shareableFilter(wanted, shareable, leastSupport) : wanted;
    return automatonToSvg({ ...subject, ...(leftOut ? { leftOut } : {}) }, shareable, {
      filter,
      look,
      direction,
      ...(loaded.imported ? {} : { countLeaving: countTold }),
    });
  };
  switch (to) {
    case 'dot':
      return automatonToDot(structure, title, shownHere);
    case 'graphml':
      return automatonToGraphml(structure, title, names);
    case 'mermaid':
      return automatonToMermaid(structure, title, shownHere);
    case 'pnml':
      return automatonToPnml(structure, title, names);
    case 'bpmn':
      return automatonToBpmn(structure, title, names);
    case 'rasa':
      return automatonToRasa(structure, title, names);
    case 'markdown':
    case 'word':
    case 'html': {
      const about = [
        ...describeOrigin(summary),
        ...(leftOut === null ? [] : [`${leftOut.charAt(0).toUpperCase()}${leftOut.slice(1)}.`]),
      ];
      const facts = reportFacts(project, summary, loaded, leastSupport);
      const shareable = leastSupport > 1 ? shareablePart(all, leastSupport) : all;
      const findings = loaded.imported
        ? []
        : await reportFindings(project, summary, shareable, leastSupport, examples);
      const numbers = part?.states;
      const report = reportOf({
        automaton: structure,
        whole,
        title: name,
        about,
        names: shownHere,
        numbers,
        facts,
        findings,
        least: leastSupport,
      });
      if (to === 'markdown') return reportToMarkdown(report);
      const drawn = pictureFor({ page: '16:9', theme: 'light' });
      if (to === 'html') return reportToHtml(report, drawn);
      const parts = Object.entries(reportToWord(report, drawn));
      return zipSync(Object.fromEntries(parts.map(([path, text]) => [path, strToU8(text)])));
    }
    case 'csv':
      return transitionsToCsv(structure, names, leftOut);
    case 'states-csv':
      return statesToCsv(structure, names, leftOut);
    case 'xstate':
      return automatonToXstate(structure, title, names);
    case 'json': {
      const before = 'leftOut' in origin.about ? [origin.about.leftOut] : [];
      const about = {
        ...origin.about,
        ...(leftOut ? { leftOut: [...before, leftOut].join('; ') } : {}),
      };
      // The report is about the whole automaton, and counts single dialogues.
      const document = automatonToDocument(structure, part ? null : origin.report, about, names);
      return `${JSON.stringify(document, null, 1)}\n`;
    }
    case 'svg':
      return pictureFor({ page, theme });
  }
}

/** Returns what a picture with a filter shows. */
function shownOf(automaton: DrawnAutomaton, filter: VisibleFilter) {
  const { shown } = visibleStates(automaton, filter);
  return {
    keepsState: (state: number) => shown[state] === 1,
    keepsTransition: (transition: number) => isDrawn(automaton, filter.cover, transition),
  };
}

/** Returns the origin of an automaton for its JSON; for an imported one, as its file stated it. */
function originOf(summary: AutomatonSummary, { imported }: LoadedAutomaton, project: string) {
  if (imported) return importedAbout(imported.header);
  const { learner, tagger, params, createdAt, report } = summary;
  return { about: { project, learner, tagger, params, createdAt }, report };
}

/** The same in sentences. */
function describeOrigin({ learner, tagger, params, createdAt, imported }: AutomatonSummary): string[] {
  const values = describeLearner({ learner, params }).filter((part) => part !== false);
  // For other learners, the values show which one it is.
  const how = (learner === 'paper' || values.length === 0 ? [learner, ...values] : values).join(', ');
  if (!imported) return [`Learned by ${how} from the tags of ${tagger}, ${formatTime(createdAt)}.`];
  return [
    `Imported from ${imported.file}, ${formatTime(createdAt)}; learned by ${how}${imported.tagger ? ` from the tags of ${imported.tagger}` : ''}${imported.project ? ` in the project ${imported.project}` : ''}.`,
    ...(imported.leftOut ? [`There already ${imported.leftOut}.`] : []),
  ];
}

/** Returns counts for a picture besides the structure; undefined if the dialogues are missing or are not paths. */
function pathCounts({ view, imported }: LoadedAutomaton) {
  return {
    together: imported
      ? undefined
      : countTogether(view.structure, (transition) => view.dialoguesOnTransition(transition)),
    covered: view.paths ? countCovered(view.paths) : undefined,
  };
}

/** Returns people's names for the states of an automaton that is exported; '' for none. */
function namesOf({ database }: Project, loaded: LoadedAutomaton, states: Int32Array | null): string[] {
  const all = states ?? Int32Array.from({ length: loaded.view.structure.stateCount }, (_, state) => state);
  const { imported } = loaded;
  if (imported) return Array.from(all, (state) => imported.names[state] ?? '');
  const called = listStateNames(database);
  const nameOf = new Map<number, string>();
  for (const [id, state] of findNamedStates(database, loaded, called))
    nameOf.set(state, called.find((one) => one.id === id)?.name ?? '');
  return Array.from(all, (state) => nameOf.get(state) ?? '');
}
