import { useQuery } from '@tanstack/react-query';
import { structuredPatch } from 'diff';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { checkColang } from '#shared/algorithms/flows/colang/check-colang.ts';
import { type ColangFolder, compileColang } from '#shared/algorithms/flows/colang/compile-colang.ts';
import type { ColangProblem } from '#shared/algorithms/flows/colang/tokens.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { fileName, formatAmount } from '#shared/domain/figure-text.ts';
import type { Flow, FlowCode } from '#shared/domain/flow.ts';
import { client, native } from '../../../client/api.ts';
import { about } from '../../../client/queries.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice, SelectField } from '../../../ui/inputs/field.tsx';
import { useTyped } from '../../../ui/inputs/kept-field.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { openDialog } from '../../../ui/overlays/dialog.tsx';
import { tell, useAction } from '../../../ui/overlays/toasts.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { EmptyState } from '../../../ui/state/notice.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { FreeDialog } from '../../free-colang/index.ts';
import { flowQueries } from '../flows-state.ts';

const writerOf = ({ by, changed }: FlowCode): string =>
  by === null ? 'written by hand' : changed ? `by ${by}, changed by hand` : `by ${by}`;

function useFreeColang(flow: string) {
  const { mutate, isPending } = useAction(
    async (text: string | null) => client.flows.saveCode({ flow, text }),
    { meta: about('flows') },
  );
  const take = useAction(
    async () => {
      const paths = await native.chooseFilesToImport();
      if (paths.length > 0) await client.flows.import({ paths: [...paths], codeOf: flow });
      return paths.length > 0;
    },
    {
      meta: about('flows'),
      onSuccess: (taken) => taken && tell(`The file is now the free Colang of the flow ${flow}.`),
    },
  );
  return { save: mutate, isSaving: isPending, take: () => take.mutate() };
}

interface FreeColangProps {
  readonly flow: string;
  readonly code: FlowCode;
  readonly onKeep: (text: string) => void;
}

function FreeColang({ flow, code, onKeep }: FreeColangProps) {
  const { text, type, keep } = useTyped(code.text, onKeep);
  const checked = useDeferredValue(text);
  const problems = useMemo(() => checkColang(checked).problems, [checked]);
  const wrong = useMemo(() => new Set(problems.map(({ line }) => line)), [problems]);
  const area = useRef<HTMLTextAreaElement>(null);
  const numbers = useRef<HTMLOListElement>(null);
  const lines = useMemo(() => text.split('\n').map((_, at) => at + 1), [text]);
  const goTo = ({ line, column }: ColangProblem): void => {
    const before = text.split('\n').slice(0, line - 1);
    const at = before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
    const { current } = area;
    if (!current) return;
    current.focus();
    current.setSelectionRange(at, at + 1);
    current.scrollTop = (current.scrollHeight / lines.length) * Math.max(0, line - 3);
  };
  return (
    <>
      <div className="grow flex shrink-down flow-code-edit">
        <ol className="flow-code flow-code-numbers quiet line-after shrink-down" ref={numbers} aria-hidden>
          <InPlace of={lines}>
            {(line) => <li className={wrong.has(line) ? 'flow-code-wrong' : undefined}>{line}</li>}
          </InPlace>
        </ol>
        <textarea
          ref={area}
          className="flow-code focus-inside shrink-down"
          aria-label={`Free Colang of the flow ${flow}`}
          aria-invalid={problems.length > 0}
          wrap="off"
          spellCheck={false}
          value={text}
          onChange={({ target }) => type(target.value)}
          onBlur={keep}
          onScroll={({ currentTarget }) => {
            if (numbers.current) numbers.current.scrollTop = currentTarget.scrollTop;
          }}
        />
      </div>
      <section
        className="stack-2 flow-code-problems rigid pad-2-3 scrolls line-above"
        aria-label="Problems in the Colang"
      >
        {problems.length === 0 ? (
          <p className="quiet small">NeMo Guardrails can read this program ({writerOf(code)}).</p>
        ) : (
          <>
            <h3>{formatAmount(problems.length, 'problem')} (only the first one in each flow)</h3>
            <ul className="stack-1">
              <InPlace of={problems}>
                {(problem) => (
                  <li className="flex gap-2 small flow-problem-error">
                    <Icon name="alert" />
                    <span>
                      <button type="button" className="link" onClick={() => goTo(problem)}>
                        Line {problem.line}, column {problem.column}
                      </button>{' '}
                      {problem.message} <span className="quiet">{problem.nextStep}</span>
                    </span>
                  </li>
                )}
              </InPlace>
            </ul>
          </>
        )}
      </section>
    </>
  );
}

const FILES = ['main.co', 'helpers.co', 'config.yml', 'config.py', 'actions.py'] as const;
type File = (typeof FILES)[number];
type Mode = 'structured' | 'free';

const CONTEXT = 3;

interface ColangPanelProps {
  readonly flow: Flow;
  readonly before: Flow | null;
  readonly code: FlowCode | null;
}

export function ColangPanel({ flow, before, code }: ColangPanelProps) {
  const [mode, setMode] = useState<Mode>('structured');
  const compiled = useMemo(() => compiledOf(flow), [flow]);
  if (compiled === null) {
    return (
      <EmptyState title="The flow has errors">
        A flow with errors cannot be compiled. Fix the errors listed under Problems.
      </EmptyState>
    );
  }
  const modes = (
    <SelectField
      label="Version"
      value={mode}
      options={[
        { value: 'structured', label: 'Compiled' },
        { value: 'free', label: code ? `Free, ${writerOf(code)}` : 'Free (none yet)' },
      ]}
      onChange={setMode}
    />
  );
  return (
    <div className="stack grow shrink">
      {mode === 'structured' ? (
        <Structured flow={flow} before={before} compiled={compiled} modes={modes} />
      ) : (
        <Free flow={flow} compiled={compiled} code={code} modes={modes} />
      )}
    </div>
  );
}

interface StructuredProps {
  readonly flow: Flow;
  readonly before: Flow | null;
  readonly compiled: ColangFolder;
  readonly modes: ReactNode;
}

function Structured({ flow, before, compiled, modes }: StructuredProps) {
  const hasOthers = (useQuery(flowQueries.list).data ?? []).length > 1;
  const [file, setFile] = useState<File>('main.co');
  const [differs, setDiffers] = useState(false);
  const earlier = useMemo(() => before && compiledOf(before), [before]);
  return (
    <>
      <div className="row-3 flow-colang-bar rigid wrap pad-2-3 line-below">
        {modes}
        <SelectField
          label="File"
          value={file}
          options={FILES.map((name) => ({ value: name, label: name }))}
          onChange={setFile}
        />
        <Choice
          label="Show what the last edit changed"
          checked={differs}
          disabled={earlier === null}
          onChange={() => setDiffers(!differs)}
        />
        <Download flow={flow} mode="structured" />
        {hasOthers && <Download flow={null} mode="structured" />}
      </div>
      <Focusable as="pre" className="flow-code shrink-down" aria-label={`${file} of the flow`}>
        {differs && earlier ? <Difference before={earlier[file]} after={compiled[file]} /> : compiled[file]}
      </Focusable>
    </>
  );
}

interface FreeProps {
  readonly flow: Flow;
  readonly compiled: ColangFolder;
  readonly code: FlowCode | null;
  readonly modes: ReactNode;
}

function Free({ flow, compiled, code, modes }: FreeProps) {
  const [differs, setDiffers] = useState(false);
  const { save, take } = useFreeColang(flow.name);
  const begin = code?.text ?? compiled['main.co'];
  return (
    <>
      <div className="row-3 flow-colang-bar rigid wrap pad-2-3 line-below">
        {modes}
        {code && (
          <Choice
            label="Show differences from the compiled version"
            checked={differs}
            onChange={() => setDiffers(!differs)}
          />
        )}
        <Button onClick={() => openDialog(FreeDialog, { flow: flow.name })}>Write with a model…</Button>
        <Button onClick={take}>Import…</Button>
        {code && <Button onClick={() => save(null)}>Remove</Button>}
        {code && <Download flow={flow} mode="free" />}
      </div>
      {code === null ? (
        <EmptyState
          title="No free Colang yet"
          action={<Button onClick={() => save(begin)}>Start from the compiled Colang</Button>}
        >
          Free Colang is a program that you write yourself, import, or let a model write. The compiled Colang
          stays as it is. Dialogram checks your program as you type.
        </EmptyState>
      ) : differs ? (
        <Focusable as="pre" className="flow-code shrink-down" aria-label="Compiled and free Colang">
          <Difference before={compiled['main.co']} after={code.text} />
        </Focusable>
      ) : (
        <FreeColang flow={flow.name} code={code} onKeep={save} />
      )}
    </>
  );
}

function Download({ flow, mode }: { readonly flow: Flow | null; readonly mode: Mode }) {
  const { mutate, isPending } = useAction(async () => {
    const target = await native.chooseExportFile(`${flow?.name ?? 'all flows'} colang`);
    if (target === null) return;
    const { folder, files } = await client.flows.compile({ flow: flow?.name ?? null, mode, ...target });
    if (native.shell === 'browser') for (const name of files) await native.deliver(`${folder}/${name}`);
    tell(`Saved ${formatAmount(files.length, 'file')} in the folder ${fileName(folder)}.`);
  });
  return (
    <Button pending={isPending} onClick={() => mutate()}>
      {flow ? 'Download the folder…' : 'Download all flows as one program…'}
    </Button>
  );
}

const compiledOf = (flow: Flow) => (flowErrors(validateFlow(flow)).length > 0 ? null : compileColang(flow));

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: CONTEXT });
  if (hunks.length === 0)
    return after === '' ? 'This file is empty.' : 'The last edit did not change this file.';
  return (
    <InPlace of={hunks}>
      {({ newStart, lines }) => (
        <>
          <span className="quiet">{`line ${newStart}\n`}</span>
          <InPlace of={lines}>
            {(line) => {
              if (line.startsWith('+')) return <ins>{`${line}\n`}</ins>;
              if (line.startsWith('-')) return <del>{`${line}\n`}</del>;
              return `${line}\n`;
            }}
          </InPlace>
        </>
      )}
    </InPlace>
  );
}
