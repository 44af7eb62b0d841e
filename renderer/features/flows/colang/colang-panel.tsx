import { useQuery } from '@tanstack/react-query';
import { structuredPatch } from 'diff';
import { type ReactNode, useMemo, useState } from 'react';
import { type ColangFolder, compileColang } from '#shared/algorithms/flows/colang/compile-colang.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { fileName, formatAmount } from '#shared/domain/figure-text.ts';
import type { Flow, FlowCode } from '#shared/domain/flow.ts';
import { client, native } from '../../../client/api.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice, SelectField } from '../../../ui/inputs/field.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { openDialog } from '../../../ui/overlays/dialog.tsx';
import { tell, useAction } from '../../../ui/overlays/toasts.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { EmptyState } from '../../../ui/state/notice.tsx';
import { FreeDialog } from '../../free-colang/index.ts';
import { flowQueries } from '../flows-state.ts';
import { FreeColang, useFreeColang, writerOf } from './free-colang.tsx';

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
      <Focusable as="pre" className="flow-code" aria-label={`${file} of the flow`}>
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
        <Focusable as="pre" className="flow-code" aria-label="Compiled and free Colang">
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
