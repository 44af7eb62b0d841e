import { useId, useState } from 'react';
import { useCommand } from '../../commands/use-command.ts';
import { searchCommands } from '../../project/commands.ts';
import type { Shown } from '../../project/use-shown.ts';
import { showSide, useView } from '../../project/view.ts';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { FindingsPanel } from '../findings/index.ts';
import { FirstHint } from '../help/index.ts';
import { useAdvice } from '../picture/index.ts';
import { DialoguesPanel } from './dialogues-panel.tsx';

const FINDINGS = { value: 'findings', label: 'Findings' } as const;
const DIALOGUES = { value: 'dialogues', label: 'Dialogues' } as const;

/** The right side: the findings, or the dialogues of the selection. Without tags there are no findings. */
export function SidePanel({ shown }: { readonly shown: Shown }) {
  const id = useId();
  // While tags are loading, do not flash another panel in a project that has findings.
  const hasFindings = shown.run !== null || shown.pending;
  const chosen = useView((view) => view.side);
  const side = hasFindings ? chosen : 'dialogues';
  const advice = useAdvice(shown.automaton);
  const [sought, setSought] = useState(0);
  useCommand(searchCommands.find, () => {
    showSide('dialogues');
    setSought((times) => times + 1);
  });
  return (
    <div className="panel">
      <div className="panel-head">
        <Tabs
          label="Beside the graph"
          value={side}
          options={hasFindings ? [FINDINGS, DIALOGUES] : [DIALOGUES]}
          panelId={id}
          onChange={(next) => {
            setSought(0);
            showSide(next);
          }}
        />
      </div>
      {/* Only one notice at a time. */}
      {side === 'findings' && shown.automaton && advice.length === 0 && <FirstHint />}
      <div className="fill panel-body" id={id} role="tabpanel" aria-labelledby={`${id}-${side}`}>
        {side === 'findings' ? (
          <FindingsPanel shown={shown} />
        ) : (
          <DialoguesPanel shown={shown} sought={sought} />
        )}
      </div>
    </div>
  );
}
