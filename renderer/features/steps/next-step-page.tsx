import type { Project } from '#shared/contract/projects.ts';
import type { TaggingRun } from '#shared/contract/tagging.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { Command } from '../../commands/commands.ts';
import { runCommand } from '../../commands/use-command.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { JobProgress, useActiveJob } from '../jobs/index.ts';
import { learnCommands } from '../learn/index.ts';
import { pictureCommands } from '../picture/index.ts';
import { taggingCommands } from '../tagging/index.ts';
import { isDone, nextStep, STEPS, type StepName } from './next-step.ts';

const TEXTS: Readonly<Record<StepName, { title: string; text: string; verb: string; command: Command }>> = {
  import: {
    title: 'Import',
    text: 'Bring in your dialogues: tables, help-desk and chat exports, research corpora. You can drop files anywhere on this page.',
    verb: 'Import files…',
    command: corpusCommands.import,
  },
  tag: {
    title: 'Tag',
    text: 'Label what each turn does, from its words or from labels in your files.',
    verb: 'Tag dialogues…',
    command: taggingCommands.run,
  },
  learn: {
    title: 'Learn',
    text: 'Build the automaton from the tags. Then explore it and read the dialogues behind it.',
    verb: 'Learn an automaton…',
    command: learnCommands.learn,
  },
};

export function NextStep({
  project,
  run = null,
}: {
  readonly project: Project;
  /** The shown tagging run, from which the automaton would be learned. */
  readonly run?: TaggingRun | null;
}) {
  const { counts } = project;
  const job = useActiveJob();
  // While a job runs, there is nothing to do but wait.
  const next = job ? null : nextStep(counts);
  const results: Readonly<Record<StepName, string>> = {
    import: formatAmount(counts.dialogues, 'dialogue'),
    tag: run ? formatAmount(run.vocabulary, 'tag') : '',
    learn: '',
  };
  return (
    <section className="next" aria-labelledby="next-title">
      <h2 id="next-title">{job ? job.title : 'Three steps to your graph'}</h2>
      {job && <JobProgress job={job} titled />}
      <ol>
        {STEPS.map((step, index) => {
          const done = isDone(step, counts);
          const text = TEXTS[step];
          return (
            <li
              key={step}
              className={`next-step ${step === next ? 'next-step-now' : ''}`}
              aria-current={step === next ? 'step' : undefined}
            >
              <span className="next-number">{done ? <Icon name="check" /> : index + 1}</span>
              <div className="grow">
                <h3>
                  {text.title}
                  {done && results[step] && <span className="quiet"> · {results[step]}</span>}
                </h3>
                <p className="quiet">{text.text}</p>
              </div>
              {step === next && (
                <Button kind={next === 'tag' ? 'plain' : 'primary'} onClick={() => runCommand(text.command)}>
                  {text.verb}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {next === 'tag' && (
        <p className="row-2">
          <Button kind="primary" onClick={() => runCommand(pictureCommands.make)}>
            Show the picture
          </Button>
          <span className="quiet">Tags and learns with settings that suit your data.</span>
        </p>
      )}
    </section>
  );
}
