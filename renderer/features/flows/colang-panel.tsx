import { useMutation } from '@tanstack/react-query';
import { structuredPatch } from 'diff';
import { useMemo, useState } from 'react';
import { compileColang } from '#shared/algorithms/flows/compile-colang.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import { fileName, formatAmount } from '#shared/domain/figure-text.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { useApi } from '../../client/api.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, SelectField } from '../../ui/inputs/field.tsx';
import { InPlace } from '../../ui/lists/in-place.tsx';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { EmptyState } from '../../ui/state/notice.tsx';

const FILES = ['main.co', 'helpers.co', 'config.yml', 'config.py', 'actions.py'] as const;
type File = (typeof FILES)[number];

/** Lines around a change that are shown with it. */
const CONTEXT = 3;

/** The flow as NeMo Guardrails runs it, file by file, and what the last change of the flow changed in it. */
export function ColangPanel({ flow, before }: { readonly flow: Flow; readonly before: Flow | null }) {
  const { client, native } = useApi();
  const [file, setFile] = useState<File>('main.co');
  const [differs, setDiffers] = useState(false);
  const compiled = useMemo(() => compiledOf(flow), [flow]);
  const earlier = useMemo(() => before && compiledOf(before), [before]);
  const write = useMutation({
    mutationFn: async () => {
      const target = await native.chooseExportFile(`${flow.name} colang`);
      if (target === null) return;
      const { folder, files } = await client.flows.compile({ flow: flow.name, ...target });
      if (native.shell === 'browser') for (const name of files) await native.deliver(`${folder}/${name}`);
      tell(`Compiled into the folder ${fileName(folder)}, ${formatAmount(files.length, 'file')}.`);
    },
    onError: tellError,
  });
  if (compiled === null) {
    return (
      <EmptyState title="The flow has errors">
        A flow with errors is kept and shown, but not compiled. Mend what stands under problems.
      </EmptyState>
    );
  }
  return (
    <div className="flow-colang">
      <div className="row-3 flow-colang-bar">
        <SelectField
          label="File"
          value={file}
          options={FILES.map((name) => ({ value: name, label: name }))}
          onChange={({ target }) => setFile(FILES.find((name) => name === target.value) ?? 'main.co')}
        />
        <Choice
          label="What the last change of the flow changed"
          checked={differs}
          disabled={earlier === null}
          onChange={() => setDiffers(!differs)}
        />
        <Button pending={write.isPending} onClick={() => write.mutate()}>
          Download the folder…
        </Button>
      </div>
      <Focusable as="pre" className="flow-code" aria-label={`${file} of the flow`}>
        {differs && earlier ? <Difference before={earlier[file]} after={compiled[file]} /> : compiled[file]}
      </Focusable>
    </div>
  );
}

const compiledOf = (flow: Flow) => (flowErrors(validateFlow(flow)).length > 0 ? null : compileColang(flow));

function Difference({ before, after }: { readonly before: string; readonly after: string }) {
  const { hunks } = structuredPatch('', '', before, after, '', '', { context: CONTEXT });
  if (hunks.length === 0) return 'Nothing in this file.';
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
