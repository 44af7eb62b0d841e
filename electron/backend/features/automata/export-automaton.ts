import { strToU8, zipSync } from 'fflate';
import { comparedAutomaton } from '#shared/algorithms/automaton/difference/match-states.ts';
import { describeLeftOut, shareableAutomaton } from '#shared/algorithms/automaton/reading/restrict.ts';
import { eachTransition } from '#shared/algorithms/automaton/reading/transitions.ts';
import { countCovered, countTogether } from '#shared/algorithms/automaton/reading/visits.ts';
import { automatonToRasa, automatonToXstate } from '#shared/algorithms/automaton/written/bots.ts';
import {
  automatonToDot,
  automatonToGraphml,
  automatonToMermaid,
  shownNames,
} from '#shared/algorithms/automaton/written/diagrams.ts';
import { automatonToDocument } from '#shared/algorithms/automaton/written/json.ts';
import { automatonToBpmn, automatonToPnml } from '#shared/algorithms/automaton/written/process-models.ts';
import { reportToHtml, reportToMarkdown } from '#shared/algorithms/automaton/written/report/pages.ts';
import {
  type Certainty,
  changesSince,
  type ReportFacts,
  reportOf,
  type Since,
} from '#shared/algorithms/automaton/written/report/report.ts';
import { reportToWord } from '#shared/algorithms/automaton/written/report/word.ts';
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
import { type FlowFigures, measureFlow } from '#shared/algorithms/performance/measure-flow.ts';
import { type AutomatonExport, type AutomatonSummary, hasPaths } from '#shared/contract/automata.ts';
import type { ExportTarget } from '#shared/contract/base.ts';
import type { Automaton, AutomatonStructure } from '#shared/domain/automaton.ts';
import { dialogueKey, ROLES } from '#shared/domain/dialogue.ts';
import { formatCount, formatShare, formatTime } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { describeLearner } from '#shared/domain/learner-text.ts';
import { type CsvCell, csvLine } from '../../output/csv.ts';
import { type OutputTarget, writeWhole } from '../../output/target.ts';
import { type Project, projectNameOf } from '../../project.ts';
import { turnTimes } from '../../store/corpus/dialogue-fields.ts';
import { dialogueHeads } from '../../store/corpus/dialogue-table.ts';
import { stateNames } from '../../store/edits/picture/state-name-table.ts';
import { requireTaggingRun } from '../../store/runs/tagging-runs.ts';
import { analysis } from '../../workers/analysis.ts';
import { automatonCache, automatonSummaries, automatonSummary, type LoadedAutomaton } from './cache.ts';
import { countLeaving } from './drill-down.ts';
import { importedAbout } from './import-automaton.ts';
import { findNamedStates } from './named-states.ts';
import { relearning } from './relearning/relearning.ts';
import { reportFindings } from './report-findings.ts';

/** Returns rows as CSV. The note on omitted rows comes last, because programs expect the column names first. */
const tableOf = (rows: readonly (readonly CsvCell[])[], leftOut: string | null): string =>
  [...rows, ...(leftOut === null ? [] : [[leftOut]])].map(csvLine).join('');

export function transitionsToCsv(
  automaton: AutomatonStructure,
  names: readonly string[],
  leftOut: string | null,
): string {
  const rows = [...eachTransition(automaton)].map(({ from, to, role, tag, support }) => [
    from,
    names[from] ?? '',
    to,
    names[to] ?? '',
    role,
    tag,
    support,
    support / Math.max(1, automaton.support[from] ?? 0),
  ]);
  return tableOf(
    [['from', 'from_name', 'to', 'to_name', 'role', 'tag', 'dialogues', 'share_of_state'], ...rows],
    leftOut,
  );
}

function statesToCsv(
  automaton: AutomatonStructure,
  names: readonly string[],
  leftOut: string | null,
): string {
  const rows = Array.from({ length: automaton.stateCount }, (_, state) => [
    state,
    names[state] ?? '',
    ROLES[automaton.roles[state] ?? -1] ?? 'start',
    automaton.support[state] ?? 0,
    automaton.ends[state] ?? 0,
    automaton.merged[state] ?? 1,
    automaton.depths[state] ?? 0,
  ]);
  return tableOf([['state', 'name', 'role', 'dialogues', 'ends', 'merged', 'depth'], ...rows], leftOut);
}

const POLICIES: Readonly<Record<string, string>> = {
  literal: 'with the matching rule “Exact”',
  greedy: 'with the matching rule “Most common path”',
  resume: 'with the matching rule “Skip unknown turns”',
  context: 'going back from each answer',
  overview: 'along the transitions on the graph',
};
const SURE_PERCENT = 80;

/** @param least the minimum number of dialogues for each fact */
async function reportFacts(
  project: Project,
  summary: AutomatonSummary,
  loaded: LoadedAutomaton,
  least: number,
): Promise<ReportFacts> {
  const { paths } = loaded.view;
  return {
    variants: paths && !loaded.imported ? await pathsInExplore(project, summary, least) : [],
    waits: paths ? waitsOf(project, paths, loaded.dialogueIds) : null,
    since: paths ? sinceBefore(project, summary, loaded, paths) : null,
    certainty: certaintyOf(summary, loaded),
  };
}

async function pathsInExplore(
  project: Project,
  summary: AutomatonSummary,
  least: number,
): Promise<ReportFacts['variants']> {
  const { id: run, tagger } = requireTaggingRun(project.database, summary.taggingRun);
  const { items } = await project.use(analysis).ask('variants', {
    subject: { run, tagger, where: '', fold: true },
    offset: 0,
    limit: Number.POSITIVE_INFINITY,
    cover: 1,
    order: 'commonest',
  });
  return items.flatMap(({ steps, dialogues }) => (dialogues < least ? [] : { moves: steps, dialogues }));
}

function waitsOf(
  { database }: Project,
  paths: Automaton,
  dialogueIds: Int32Array,
): FlowFigures['transitions'] | null {
  const times = turnTimes(database, dialogueIds);
  if (times === null) return null;
  // Outcomes do not matter here, because only waits are reported.
  const { transitions } = measureFlow(paths, {
    waits: 'customer',
    isTaken: () => true,
    times,
    lastTurns: new Int32Array(paths.dialogueCount).fill(-1),
    isAbandoned: () => false,
    outcomes: null,
    numbers: null,
  });
  return transitions;
}

/** Returns the latest earlier automaton that the same learner made from the same tagger's tags. */
function sinceBefore(
  project: Project,
  summary: AutomatonSummary,
  loaded: LoadedAutomaton,
  paths: Automaton,
): Since | null {
  const earlier = automatonSummaries(project.database).find(
    (other) =>
      hasPaths(other) &&
      other.id < summary.id &&
      other.learner === summary.learner &&
      other.tagger === summary.tagger &&
      (other.params.where ?? '') === (summary.params.where ?? ''),
  );
  if (!earlier) return null;
  const before = project.use(automatonCache).load(earlier.id);
  if (!before.view.paths) return null;
  const heads = dialogueHeads(project.database);
  const keyOf = new Map(heads.map(({ id, source, externalId }) => [id, dialogueKey(source, externalId)]));
  const keysOf = (ids: Int32Array): string[] =>
    Array.from(ids, (id) => keyOf.get(id as DialogueId) ?? String(id));
  const how = describeLearner(earlier).filter((part) => part !== false);
  return changesSince(
    comparedAutomaton(before.view.paths, keysOf(before.dialogueIds)),
    comparedAutomaton(paths, keysOf(loaded.dialogueIds)),
    `automaton ${earlier.id} (${[...how, formatTime(earlier.createdAt)].join(', ')})`,
  );
}

function certaintyOf({ report, imported }: AutomatonSummary, { view }: LoadedAutomaton): Certainty[] {
  const { reach } = report;
  const { stateCertainty, stateCount } = view.structure;
  const sure = stateCertainty?.reduce((sum, percent) => sum + (percent >= SURE_PERCENT ? 1 : 0), 0);
  return [
    ...(reach?.policies ?? []).flatMap(({ policy, shareOfTurns, turns, beyondChance }) => [
      {
        what: `Turns that the automaton follows in ${formatCount(reach?.heldOut ?? 0)} unseen dialogues, ${POLICIES[policy]}`,
        figure: `${formatShare(shareOfTurns)} of ${formatCount(turns)}`,
      },
      ...(beyondChance?.estimate == null
        ? []
        : [
            {
              what: 'How much higher this share is than with shuffled tags (95 % interval)',
              figure:
                beyondChance.lower === null || beyondChance.upper === null
                  ? formatShare(beyondChance.estimate)
                  : `${formatShare(beyondChance.estimate)} (${formatShare(beyondChance.lower)} to ${formatShare(beyondChance.upper)})`,
            },
          ]),
    ]),
    ...(sure === undefined
      ? []
      : [
          {
            what: `States that reappear in at least ${SURE_PERCENT} of 100 automata, each learned from part of the dialogues`,
            figure: `${formatCount(sure)} of ${formatCount(stateCount)}`,
          },
        ]),
    ...(imported
      ? []
      : [
          {
            what: 'Share of visits to the busiest state. If this share is high, the automaton hardly distinguishes turns',
            figure: formatShare(report.largestStateShare),
          },
        ]),
  ];
}

/** Writes the file completely or not at all. The file contains counts and no ids; only reports quote examples. */
export async function exportAutomaton(
  project: Project,
  asked: Omit<AutomatonExport, keyof ExportTarget>,
  target: OutputTarget,
): Promise<{ path: string; bytes: number }> {
  return writeWhole(target, await render(project, asked));
}

const EVERYTHING = { minSupport: 1, maxDepth: Number.POSITIVE_INFINITY, cover: 100 } as const;

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
  const listed = automatonSummary(project.database, run);
  const measured = listed.imported ? {} : await project.use(relearning).measure(listed.id);
  const summary = { ...listed, report: { ...listed.report, ...measured } };
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
  const opening = { minSupport: openingSupport(all), maxDepth: Number.POSITIVE_INFINITY };
  const shown = asked === 'opening' ? opening : asked && visibleFilter(asked);
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
  /** Omits counts of only a few dialogues. */
  const countTold = (shown: readonly number[]): number | null => {
    const leaving = countLeaving(loaded, shown);
    return leaving < leastSupport && leastSupport > 1 ? null : leaving;
  };
  const pictureFor = (look: PictureLook, wanted: VisibleFilter): string => {
    const { learner, tagger, params, createdAt } = summary;
    const subject = { automaton: summary.id, learner, tagger, params, learnedAt: createdAt, title: name };
    const shareable = leastSupport > 1 ? shareablePart(all, leastSupport) : all;
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
      return automatonToGraphml(structure, title, shownHere);
    case 'mermaid':
      return automatonToMermaid(structure, title, shownHere);
    case 'pnml':
      return automatonToPnml(structure, title, shownHere);
    case 'bpmn':
      return automatonToBpmn(structure, title, shownHere);
    case 'rasa':
      return automatonToRasa(structure, title, names);
    case 'markdown':
    case 'word':
    case 'html': {
      const about = [
        ...describeOrigin(summary),
        ...(leftOut === null ? [] : [`${leftOut.charAt(0).toUpperCase()}${leftOut.slice(1)}.`]),
      ];
      const facts = await reportFacts(project, summary, loaded, leastSupport);
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
      // In a document, letters are larger if the page has the shape of the screen.
      const drawn = pictureFor({ page: 'free', theme: 'light' }, shown ?? opening);
      if (to === 'html') return reportToHtml(report, drawn);
      const parts = Object.entries(reportToWord(report, drawn));
      return zipSync(Object.fromEntries(parts.map(([path, text]) => [path, strToU8(text)])));
    }
    case 'csv':
      return transitionsToCsv(structure, shownHere, leftOut);
    case 'states-csv':
      return statesToCsv(structure, shownHere, leftOut);
    case 'xstate':
      return automatonToXstate(structure, title, names);
    case 'json': {
      const before = 'leftOut' in origin.about ? [origin.about.leftOut] : [];
      const about = {
        ...origin.about,
        ...(leftOut ? { leftOut: [...before, leftOut].join('; ') } : {}),
      };
      // The report describes the whole automaton with counts of single dialogues, so an exported part has none.
      const document = automatonToDocument(structure, part ? null : origin.report, about, names);
      return `${JSON.stringify(document, null, 1)}\n`;
    }
    case 'svg':
      return pictureFor({ page, theme }, shown ?? EVERYTHING);
  }
}

function shownOf(automaton: DrawnAutomaton, filter: VisibleFilter) {
  const { shown } = visibleStates(automaton, filter);
  return {
    keepsState: (state: number) => shown[state] === 1,
    keepsTransition: (transition: number) => isDrawn(automaton, filter.cover, transition),
  };
}

function originOf(summary: AutomatonSummary, { imported }: LoadedAutomaton, project: string) {
  if (imported) return importedAbout(imported.header);
  const { learner, tagger, params, createdAt, report } = summary;
  return { about: { project, learner, tagger, params, createdAt }, report };
}

function describeOrigin({ learner, tagger, params, createdAt, imported }: AutomatonSummary): string[] {
  const values = describeLearner({ learner, params }).filter((part) => part !== false);
  // The settings say which learner it was, except for the paper's.
  const how = (learner === 'paper' || values.length === 0 ? [learner, ...values] : values).join(', ');
  if (!imported) return [`Learner: ${how}; tags: ${tagger}; learned ${formatTime(createdAt)}.`];
  return [
    `Imported from ${imported.file}, ${formatTime(createdAt)}. Learner: ${how}${imported.tagger ? `; tags: ${imported.tagger}` : ''}${imported.project ? `; project: ${imported.project}` : ''}.`,
    ...(imported.leftOut
      ? [`${imported.leftOut.replace('left out:', 'Left out when the file was exported:')}.`]
      : []),
  ];
}

function pathCounts({ view, imported }: LoadedAutomaton) {
  return {
    together: imported
      ? undefined
      : countTogether(view.structure, (transition) => view.dialoguesOnTransition(transition)),
    covered: view.paths ? countCovered(view.paths) : undefined,
  };
}

function namesOf({ database }: Project, loaded: LoadedAutomaton, states: Int32Array | null): string[] {
  const all = states ?? Int32Array.from({ length: loaded.view.structure.stateCount }, (_, state) => state);
  const { imported } = loaded;
  if (imported) return Array.from(all, (state) => imported.names[state] ?? '');
  const called = stateNames.list(database);
  const nameOf = new Map<number, string>();
  for (const [id, state] of findNamedStates(database, loaded, called))
    nameOf.set(state, called.find((one) => one.id === id)?.name ?? '');
  return Array.from(all, (state) => nameOf.get(state) ?? '');
}
