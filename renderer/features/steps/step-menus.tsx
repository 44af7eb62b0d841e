import type { Job } from '#shared/contract/jobs.ts';
import type { Project } from '#shared/contract/projects.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import { formatAmount, formatCount, formatTime, percentText } from '#shared/domain/figure-text.ts';
import { runCommand, useCommand } from '../../commands/use-command.ts';
import { describeAutomaton, describeRun, taggerName } from '../../project/describe.ts';
import type { ViewProps } from '../../project/feature.ts';
import { showAutomaton, showRun } from '../../project/view.ts';
import { Menu, type MenuEntry } from '../../ui/overlays/menu.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { exportCommands, useAutomatonImport } from '../export/index.ts';
import { useActiveJob } from '../jobs/index.ts';
import { learnCommands } from '../learn/index.ts';
import { taggingCommands } from '../tagging/index.ts';

export type StepName = 'import' | 'tag' | 'learn';

export const STEPS: readonly StepName[] = ['import', 'tag', 'learn'];

export function isDone(step: StepName, counts: Project['counts']): boolean {
  switch (step) {
    case 'import':
      return counts.dialogues > 0;
    case 'tag':
      return counts.taggingRuns > 0;
    case 'learn':
      return counts.automata > 0;
  }
}

export function nextStep(counts: Project['counts']): StepName | null {
  return STEPS.find((step) => !isDone(step, counts)) ?? null;
}

const STEP_OF_KIND: Readonly<Record<string, StepName>> = {
  import: 'import',
  refresh: 'import',
  tagging: 'tag',
  teaching: 'tag',
  learning: 'learn',
};
const STEP_OF_STAGE: Readonly<Record<string, StepName>> = {
  Importing: 'import',
  Tagging: 'tag',
  Learning: 'learn',
};

const LEADING: readonly string[] = ['demo', 'picture'];

/** Returns the step of a job by its kind, or the stage it reports; else the next step. Null for an unrelated job. */
export function stepOf(
  { kind, phase }: Pick<Job, 'kind' | 'phase'>,
  counts: Project['counts'],
): StepName | null {
  const own = STEP_OF_KIND[kind];
  if (own || !LEADING.includes(kind)) return own ?? null;
  return STEP_OF_STAGE[phase.split(':')[0] ?? ''] ?? nextStep(counts);
}

export function StepMenus({ project, shown }: ViewProps) {
  const { counts } = project;
  const busy = useActiveJob() !== null;
  const next = busy ? null : nextStep(counts);
  const { automaton, run } = shown;
  const none = shown.pending ? '…' : 'none yet';
  const importAutomaton = useAutomatonImport();
  useCommand(exportCommands.import, counts.taggingRuns > 0 ? importAutomaton : null);

  const corpus: MenuEntry[] = [
    { label: 'Import files…', onSelect: () => runCommand(corpusCommands.import) },
    {
      label: 'Show sources and rejected records…',
      disabled: counts.sources === 0,
      onSelect: () => runCommand(corpusCommands.sources),
    },
  ];

  const tags: MenuEntry[] = [
    { label: 'Tag dialogues…', onSelect: () => runCommand(taggingCommands.run) },
    ...(shown.runs.length > 0
      ? [{ kind: 'line' } as const, { kind: 'heading', label: 'Tags' } as const]
      : []),
    ...shown.runs.map(
      (other): MenuEntry => ({
        label: describeRun(other),
        hint: formatTime(other.finishedAt ?? other.startedAt),
        checked: other.id === run?.id,
        onSelect: () => showRun(other.id),
      }),
    ),
  ];

  const automata: MenuEntry[] = [
    { label: 'Learn an automaton…', onSelect: () => runCommand(learnCommands.learn) },
    {
      label: 'Import an automaton…',
      disabled: importAutomaton === null,
      onSelect: () => runCommand(exportCommands.import),
    },
    ...(shown.automata.length > 0
      ? [{ kind: 'line' } as const, { kind: 'heading', label: 'Automata' } as const]
      : []),
    ...shown.automata.map(
      (other): MenuEntry => ({
        label: `${formatAmount(other.report.states, 'state')}${other.stale ? ', out of date' : other.imported ? ', imported' : ''}`,
        hint: describeAutomaton(other),
        checked: other.id === automaton?.id,
        onSelect: () => showAutomaton(other.id),
      }),
    ),
  ];

  return (
    <nav className="steps" aria-label="Corpus, tags, automaton">
      <Step
        name="Corpus"
        value={counts.dialogues > 0 ? formatAmount(counts.dialogues, 'dialogue') : 'empty'}
        title={`${formatAmount(counts.utterances, 'message')}, ${formatAmount(counts.turns, 'turn')}, ${formatAmount(counts.rejected, 'rejected record')}`}
        empty={counts.dialogues === 0}
        next={next === 'import'}
        entries={corpus}
      />
      <Icon name="chevron-right" />
      <Step
        name="Tags"
        value={run ? shortOfRun(run) : none}
        title={run ? describeRun(run) : shown.pending ? 'Loading' : 'No tags yet'}
        empty={!run}
        next={next === 'tag'}
        disabled={counts.dialogues === 0}
        entries={tags}
      />
      <Icon name="chevron-right" />
      <Step
        name="Automaton"
        value={automaton ? formatAmount(automaton.report.states, 'state') : none}
        title={automaton ? describeAutomaton(automaton) : shown.pending ? 'Loading' : 'No automaton yet'}
        empty={!automaton}
        next={next === 'learn'}
        disabled={counts.taggingRuns === 0}
        entries={automata}
      />
    </nav>
  );
}

function shortOfRun({ tagger, vocabulary, dialogues: { tagged, all } }: TaggingRun): string {
  const share = tagged * 2 < all ? ` · ${percentText(tagged / all)} of the dialogues` : '';
  return `${taggerName(tagger)} (${formatCount(vocabulary)})${share}`;
}

interface StepProps {
  readonly name: string;
  readonly value: string;
  readonly title: string;
  readonly empty: boolean;
  readonly next: boolean;
  readonly disabled?: boolean;
  readonly entries: readonly MenuEntry[];
}

function Step({ name, value, title, empty, next, disabled, entries }: StepProps) {
  return (
    <Menu
      label={name}
      entries={entries}
      className={`step ${empty ? 'step-empty' : ''} ${next ? 'step-next' : ''}`}
      disabled={disabled}
      title={title}
    >
      <span className="quiet step-name">{name}</span> <span className="clip step-value">{value}</span>
      <Icon name="chevron-down" />
    </Menu>
  );
}
