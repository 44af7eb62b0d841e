import { useMutation, useQuery } from '@tanstack/react-query';
import type { SimulatedExample, Simulation } from '#shared/contract/simulator.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { useJob } from '../../../client/job-state.ts';
import { CommandButton } from '../../../commands/command-button.tsx';
import { DialogueLink } from '../../../project/dialogues/dialogue-finder.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Select } from '../../../ui/inputs/field.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { comparisonQueries } from '../../columns/index.ts';
import { betterMethods, reasonsOf, Tags } from '../../comparison/index.ts';
import { JobProgress } from '../../jobs/index.ts';
import { ModulePassages, moduleQueries, modulesCommands } from '../../modules/index.ts';
import { letSendAt, simulateCommands, useSimulate } from '../simulate-state.ts';
import { useSimulation } from '../use-simulation.ts';
import { type OutcomeShown, PART_NAMES, partText, standingKey } from '../words.ts';
import { ModelPart } from './model-part.tsx';

function OutsidePart() {
  const { simulation, act, busy } = useSimulation();
  const standing = standingKey(simulation);
  const send = useSimulate((state) => state.sendAt === standing);
  const consulted = useQuery(moduleQueries.consult(standing, send));
  const { data } = consulted;
  if (consulted.isError) {
    return (
      <div className="column-part">
        <h3>From documents and endpoints</h3>
        <ErrorNotice error={consulted.error} />
      </div>
    );
  }
  if (!data || data.why === null) return null;
  return (
    <section className="column-part" aria-label="From documents and endpoints">
      <h3>From documents and endpoints</h3>
      <p className="quiet small">{data.why}</p>
      {data.results.map((result) => (
        <div key={result.module} className="above-2 below-2">
          <p className="small">
            <strong>{result.name}</strong>
          </p>
          <ModulePassages
            result={result}
            action={(passage, number) => (
              <Button
                small
                disabled={busy}
                aria-label={`Use passage ${number} of ${result.name} as the answer`}
                onClick={() =>
                  void act((own) => own.setAnswer({ text: passage.text.slice(0, 5000), by: 'module' }))
                }
              >
                Use
              </Button>
            )}
          />
        </div>
      ))}
      {data.unsent.length > 0 && (
        <p className="row-2 small">
          <span className="quiet">Nothing was sent to {data.unsent.join(', ')}.</span>
          <Button small onClick={() => letSendAt(standing)}>
            Ask now
          </Button>
        </p>
      )}
      <CommandButton small kind="quiet" command={modulesCommands.settings} />
    </section>
  );
}

export function FoundPanel({ canGive }: { readonly canGive: boolean }) {
  const { simulation, busy } = useSimulation();
  const { examples, answers, change } = simulation;
  const [answer] = answers;
  return (
    <section className="panel" aria-label="Answer and examples">
      <div className="panel-head">
        <h2 className="clip">
          Answer
          {examples.answering !== null && (
            <span className="panel-remark"> · to turn {examples.answering + 1}</span>
          )}
        </h2>
      </div>
      <Focusable as="section" className="scroll sim-found focus-inside" aria-label="Possible answers">
        {change && simulation.outcome && <ChangeBox change={change} now={simulation.outcome} />}
        <div className="column-part">
          <h3>Without a model</h3>
          {answer ? (
            <>
              <p className="utterance">{answer.text}</p>
              <Tags tags={answer.tags} />
              <p className="quiet small">
                {answer.among === 1 ? 'The only candidate' : `The most typical of ${answer.among} candidates`}
                , from {answer.externalId}
              </p>
              <CommandButton small command={simulateCommands.answer} disabled={!canGive || busy}>
                Use this answer
              </CommandButton>
            </>
          ) : (
            <p className="quiet">
              {examples.answering === null
                ? 'The answer appears after the customer says something.'
                : (examples.remark ?? 'No answer was found.')}
            </p>
          )}
        </div>
        <OutsidePart />
        <ModelPart />
        <div className="column-part">
          <MethodChoice />
          {examples.remark && (answer || examples.answering === null) && (
            <p className="quiet small">{examples.remark}</p>
          )}
          {examples.needsIndex && (
            <PrepareIndex
              run={simulation.automaton?.taggingRun ?? null}
              method={simulation.settings.method}
            />
          )}
          {examples.items.length > 0 && (
            <>
              <h3 className="sim-examples-title">{formatAmount(examples.items.length, 'example')}</h3>
              <ol className="examples">
                {examples.items.map((example, index) => (
                  <li key={`${example.dialogue} ${example.turn}`}>
                    <Example example={example} number={index + 1} />
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
      </Focusable>
    </section>
  );
}

function MethodChoice() {
  const { simulation, act, busy } = useSimulation();
  const methods = useQuery(comparisonQueries.methods);
  const { method } = simulation.settings;
  const listed = (methods.data ?? []).filter(({ name, offered }) => offered || name === method);
  const options = [
    { value: 'state', label: 'the current state' },
    ...listed.map(({ name, title }) => ({ value: name, label: title })),
  ];
  const title = options.find(({ value }) => value === method)?.label ?? method;
  const choose = (chosen: string) => void act((own) => own.configure({ method: chosen }));
  return (
    <>
      <details className="below-1 no-wrap quiet small sim-method">
        <summary>Examples by {title}</summary>
        <Select aria-label="Examples by" disabled={busy} value={method} options={options} onChange={choose} />
        <span className="quiet">{listed.find(({ name }) => name === method)?.description}</span>
      </details>
      {betterMethods.items.map(({ component: BetterMethod }) => (
        <BetterMethod
          key="better"
          used={[method]}
          usable={listed.map(({ name }) => name)}
          action="Switch"
          disabled={busy}
          onTake={choose}
        />
      ))}
    </>
  );
}

interface ExampleProps {
  readonly example: SimulatedExample;
  readonly number: number;
}

function Example({ example, number }: ExampleProps) {
  const { act, busy } = useSimulation();
  const { userText, text, tags, why, dialogue, turn } = example;
  return (
    <>
      <div className="row-2 small">
        <span className="quiet">{number}</span>
        <DialogueLink {...example} />
        <Button
          small
          kind="quiet"
          className="rigid to-end"
          aria-label={`Use the answer of example ${number}`}
          disabled={busy}
          onClick={() => void act((own) => own.setAnswer({ from: { dialogue, turn } }))}
        >
          Use
        </Button>
      </div>
      <p className="example-user clamp quiet of-user indent-2 role-edge" title={userText}>
        {userText}
      </p>
      <p className="utterance of-system indent-2 role-edge">{text}</p>
      <Tags tags={tags} />
      <ul className="reasons wrap flex gap-1 above-1" aria-label="Why this example">
        {reasonsOf(why).map((reason) => (
          <li key={reason.text} className="reason" title={reason.explanation}>
            {reason.text}
          </li>
        ))}
        {why.ranks.length === 0 && why.weight === null && (
          <li className="reason" title="Chosen at random from the turns in this state.">
            random
          </li>
        )}
      </ul>
    </>
  );
}

interface ChangeBoxProps {
  readonly change: NonNullable<Simulation['change']>;
  readonly now: OutcomeShown;
}

function ChangeBox({ change: { what, before, difference }, now }: ChangeBoxProps) {
  const { changed, keptExamples } = difference;
  return (
    <section className="accent-soft column-part" aria-label="Effect of the change">
      <h3>{what}</h3>
      {changed.length === 0 ? (
        <p className="quiet">No effect: route, state, examples and answer are the same.</p>
      ) : (
        <dl className="sim-parts breaks">
          {changed.map((part) => (
            <div key={part}>
              <dt>
                {PART_NAMES[part]}
                {part === 'examples' && (
                  <span className="quiet">
                    {' '}
                    · {keptExamples} of {before.examples.length} unchanged
                  </span>
                )}
              </dt>
              <dd>
                <del>{partText(part, before)}</del>
                <ins>{partText(part, now)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function PrepareIndex({ run, method }: { readonly run: RunId | null; readonly method: string }) {
  const start = useMutation({ mutationFn: () => client.comparison.prepare({ run, methods: [method] }) });
  const { job, error } = useJob(start.data?.job ?? null);

  return (
    <div className="sim-prepare">
      {start.isError && <ErrorNotice error={start.error} />}
      {error != null && <ErrorNotice error={error} />}
      {job ? (
        <JobProgress job={job} />
      ) : (
        <Button small does={start}>
          Prepare the index
        </Button>
      )}
    </div>
  );
}
