import type { ReportedFinding } from '#shared/algorithms/automaton/written/report/report.ts';
import type { DrawnAutomaton } from '#shared/algorithms/layout/drawn-automaton.ts';
import { layOut } from '#shared/algorithms/layout/lay-out.ts';
import { sceneAlone } from '#shared/algorithms/layout/picture/svg.ts';
import { statesAbout } from '#shared/algorithms/layout/shown/states-about.ts';
import { createMasker } from '#shared/algorithms/privacy/masker.ts';
import type { AutomatonSummary } from '#shared/contract/automata.ts';
import type { ShownFinding } from '#shared/contract/findings.ts';
import { type FindingKind, findingText } from '#shared/domain/finding.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { Project } from '../../project.ts';
import { findDialogue } from '../../store/corpus/dialogue-table.ts';
import { findingDecisions } from '../../store/edits/picture/document-tables.ts';
import { findings, subjectOf } from '../../workers/findings.ts';

const MOST_REPORTED = 6;
const MOST_EXAMPLES = 2;
/** Dialogues read in search of examples that no earlier finding has. */
const MOST_READ = 50;
const MOST_QUOTED = 160;
/** Findings that the last message shows; the first one shows the others. */
const SHOWN_AT_END: ReadonlySet<string> = new Set<FindingKind>(['ends', 'abandoned']);

/** Returns pinned findings first and no dismissed ones. Personal data in quotations are masked. */
export async function reportFindings(
  project: Project,
  { id, taggingRun }: AutomatonSummary,
  drawn: DrawnAutomaton,
  least: number,
  withExamples: boolean,
): Promise<ReportedFinding[]> {
  const decisions = new Map(findingDecisions.list(project.database).map((one) => [one.finding, one]));
  const subject = subjectOf(project, { run: taggingRun, where: '', automaton: id });
  const thread = project.use(findings);
  const { ranked } = await thread.ask('list', { subject, wanted: [...decisions.keys()] });
  const isPinned = (finding: ShownFinding): boolean => decisions.get(finding.id)?.pinned ?? false;
  const told = ranked
    .filter((one) => one.dialogues >= least && one.remedy === null && !decisions.get(one.id)?.dismissed)
    .sort((a, b) => Number(isPinned(b)) - Number(isPinned(a)))
    .slice(0, MOST_REPORTED);
  const reported: ReportedFinding[] = [];
  const quoted = new Set<string>();
  for (const one of told) {
    const { id: finding, kind, basis, lit } = one;
    const computed = findingText(one);
    const wording = decisions.get(finding)?.wording;
    const dialogues = withExamples ? await thread.ask('dialogues', { subject, finding, question: null }) : [];
    const examples: string[] = [];
    for (const dialogue of dialogues.slice(0, MOST_READ)) {
      const quote = quoteFrom(project, dialogue, SHOWN_AT_END.has(kind));
      if (quote === null || quoted.has(quote)) continue;
      quoted.add(quote);
      if (examples.push(quote) === MOST_EXAMPLES) break;
    }
    reported.push({
      kind,
      sentence: wording?.of === computed ? wording.text : computed,
      basis,
      picture: lit.states.length === 0 ? null : smallPicture(drawn, lit),
      examples,
    });
  }
  return reported;
}

function smallPicture(drawn: DrawnAutomaton, lit: ShownFinding['lit']): string {
  const only = statesAbout(drawn, lit.states);
  const { scene } = layOut(drawn, { minSupport: 0, maxDepth: Number.POSITIVE_INFINITY, only }, null);
  const isLit = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
    lit.transitions.some((transition) => transition.from === from && transition.to === to);
  const edges = new Set(scene.edges.filter(isLit).map(({ id }) => id));
  return sceneAlone(scene, { light: { states: new Set(lit.states), edges, ends: new Set(lit.ends) } });
}

/** Returns the first message of a dialogue, or the last, without personal data; null if there is none. */
function quoteFrom({ database }: Project, id: DialogueId, isLast: boolean): string | null {
  const dialogue = findDialogue(database, id);
  const texts = dialogue?.turns.flatMap(({ utterances }) => utterances.map(({ text }) => text)) ?? [];
  const text = texts.at(isLast ? -1 : 0);
  if (text === undefined) return null;
  const masked = createMasker(texts).mask(text).text.replace(/\s+/gu, ' ').trim();
  return masked.length > MOST_QUOTED ? `${masked.slice(0, MOST_QUOTED - 1).trimEnd()}…` : masked;
}
