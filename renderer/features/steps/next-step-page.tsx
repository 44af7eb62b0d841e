import type { Project } from '#shared/contract/projects.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import type { Command } from '../../commands/commands.ts';
import { Icon } from '../../ui/text/icon.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { JobProgress, useActiveJob } from '../jobs/index.ts';
import { learnCommands } from '../learn/index.ts';
import { pictureCommands } from '../picture/index.ts';
import { taggingCommands } from '../tagging/index.ts';
import { isDone, nextStep, STEPS, type StepName, stepOf } from './step-menus.tsx';

const TEXTS: Readonly<Record<StepName, { title: string; text: string; verb: string; command: Command }>> = {
  import: {
    title: 'Import',
    text: 'Import your dialogues: tables, help-desk and chat exports, or research corpora. You can drop files anywhere on this page.',
    verb: 'Import files…',
    command: corpusCommands.import,
  },
  tag: {
    title: 'Tags',
    text: 'Every turn gets a tag for what the speaker does. Dialogram derives tags from the wording or takes them from labels in your files.',
    verb: 'Tag dialogues…',
    command: taggingCommands.run,
  },
  learn: {
    title: 'Graph',
    text: 'The automaton learned from the tags shows the paths that your dialogues take.',
    verb: 'Learn an automaton…',
    command: learnCommands.learn,
  },
};

interface NextStepProps {
  readonly project: Project;
  readonly run?: TaggingRun | null;
}

export function NextStep({ project, run = null }: NextStepProps) {
  const { counts } = project;
  const job = useActiveJob();
  const at = job && stepOf(job, counts);
  // While a job runs, there is nothing to do but wait.
  const next = job ? null : nextStep(counts);
  const results: Readonly<Record<StepName, string>> = {
    import: formatAmount(counts.dialogues, 'dialogue'),
    tag: run ? formatAmount(run.vocabulary, 'tag') : '',
    learn: '',
  };
  return (
    <section className="next" aria-labelledby="next-title">
      <h2 id="next-title">{job ? job.title : 'From dialogues to findings'}</h2>
      {job && at === null && <JobProgress job={job} titled />}
      <ol>
        {STEPS.map((step, index) => {
          const done = at === null ? isDone(step, counts) : index < STEPS.indexOf(at);
          const text = TEXTS[step];
          const isNow = step === (at ?? next);
          const amount = done && isDone(step, counts) ? results[step] : '';
          return (
            <li
              key={step}
              className={`line-below row-3 next-step ${isNow ? 'next-step-now' : ''}`}
              aria-current={isNow ? 'step' : undefined}
            >
              <span className="next-number rigid flex middle quiet circle in-middle">
                {done ? <Icon name="check" /> : index + 1}
              </span>
              <div className="grow stack-1">
                <h3>
                  {text.title}
                  {amount && <span className="quiet"> · {amount}</span>}
                </h3>
                {job && isNow && <JobProgress job={job} titled />}
                {!(job && isNow) && !done && <p className="quiet">{text.text}</p>}
              </div>
              {step === next && (
                <CommandButton kind={next === 'tag' ? 'plain' : 'primary'} command={text.command}>
                  {text.verb}
                </CommandButton>
              )}
            </li>
          );
        })}
        <li className="row-3 next-step line-below">
          <span className="next-number rigid flex middle quiet circle in-middle">{STEPS.length + 1}</span>
          <div className="grow stack-1">
            <h3>Findings</h3>
            <p className="quiet">
              Findings next to the graph show what stands out. Click a finding to see its dialogues.
            </p>
          </div>
        </li>
      </ol>
      {next === 'tag' && (
        <p className="row-2">
          <CommandButton kind="primary" command={pictureCommands.make}>
            Show the graph
          </CommandButton>
          <span className="quiet">
            Tags the dialogues and learns the graph with settings that suit your data.
          </span>
        </p>
      )}
    </section>
  );
}
