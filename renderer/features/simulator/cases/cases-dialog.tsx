import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplayedCase, SimulationCase } from '#shared/contract/simulator.ts';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client, native } from '../../../client/api.ts';
import { exportFile } from '../../../client/export-file.ts';
import { labelOfAutomaton } from '../../../project/describe.ts';
import { projectQueries } from '../../../project/queries.ts';
import { takeFocus } from '../../../ui/hooks/focus.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Choice, SelectField } from '../../../ui/inputs/field.tsx';
import { askToConfirm, closeDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import { tell, tellError, useAction } from '../../../ui/overlays/toasts.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { EmptyState, ErrorNotice, Unanswered } from '../../../ui/state/notice.tsx';
import { simulatorQueries } from '../simulate-state.ts';
import { askedText } from '../talk/talk-turns.tsx';
import type { Running } from '../use-simulation.ts';
import { PART_NAMES, PARTS, partText, replayText } from '../words.ts';
import '../simulator.css';

function ReplayTable({ items }: { readonly items: readonly ReplayedCase[] }) {
  if (items.length === 0) return <p className="quiet">No case changed.</p>;
  return (
    <Focusable as="section" className="scroll-box ruled sim-replayed" aria-label="Replayed cases">
      <table>
        <thead>
          <tr>
            <th scope="col">Case</th>
            {PARTS.map((part) => (
              <th key={part} scope="col">
                {PART_NAMES[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                {item.name}
                {item.remark && <span className="quiet small block normal">{item.remark}</span>}
              </th>
              {item.failed === null ? (
                PARTS.map((part) => <PartCell key={part} item={item} part={part} />)
              ) : (
                <td colSpan={PARTS.length}>Not replayed: {item.failed}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Focusable>
  );
}

function PartCell({ item, part }: { readonly item: ReplayedCase; readonly part: (typeof PARTS)[number] }) {
  const { before, after, difference } = item;
  if (after === null || !difference?.changed.includes(part)) return <td className="quiet">same</td>;
  return (
    <td>
      {part === 'examples' && (
        <span className="small">
          {difference.keptExamples} of {before.examples.length} unchanged
        </span>
      )}
      <del>{partText(part, before)}</del>
      <ins>{partText(part, after)}</ins>
    </td>
  );
}

export function CasesDialog({ act }: Pick<Running, 'act'>) {
  const cases = useQuery(simulatorQueries.cases);
  const automata = useQuery(projectQueries.automata);
  const [automaton, setAutomaton] = useState('');
  const [changedOnly, setChangedOnly] = useState(false);
  const replay = useMutation({
    mutationFn: () =>
      client.simulator.replay({ automaton: automaton === '' ? null : (Number(automaton) as RunId) }),
  });
  const carry = useAction(async (direction: 'in' | 'out') => {
    if (direction === 'out') {
      await exportFile(
        'cases.json',
        (target) => client.simulator.exportCases(target),
        ({ cases: count }) => formatAmount(count, 'case'),
      );
      return;
    }
    for (const path of await native.chooseFilesToImport()) {
      const { cases: count } = await client.simulator.importCases({ path });
      tell(`${formatAmount(count, 'case')} added.`);
    }
  });
  const list = cases.data ?? [];
  const items = replay.data?.items.filter(
    ({ difference, failed }) => !changedOnly || failed !== null || (difference?.changed.length ?? 0) > 0,
  );
  return (
    <Dialog
      title="Cases"
      width="wide"
      foot={
        <>
          <Button disabled={carry.isPending} onClick={() => carry.mutate('in')}>
            Import cases…
          </Button>
          <Button disabled={carry.isPending || list.length === 0} onClick={() => carry.mutate('out')}>
            Export cases…
          </Button>
          <Button kind="primary" onClick={closeDialog}>
            Close
          </Button>
        </>
      }
    >
      <div className="stack-3">
        {!cases.isSuccess && <Unanswered of={cases} loading="Loading cases…" />}
        {cases.data && list.length === 0 && (
          <EmptyState title="No cases yet">
            Save a dialogue from the simulator as a case. If you change something later, replay the case to
            see what is different.
          </EmptyState>
        )}
        {list.length > 0 && (
          <>
            <ul className="sim-case-list scrolls" aria-label="Saved cases">
              {list.map((item) => (
                <CaseRow
                  key={item.id}
                  item={item}
                  onOpen={() => {
                    closeDialog();
                    void act((own) => own.openCase({ case: item.id }));
                  }}
                  onDelete={() => askToDelete(item)}
                />
              ))}
            </ul>
            <div className="sim-replay-form wrap flex">
              <SelectField
                label="Replay with"
                value={automaton}
                onChange={(chosen) => {
                  setAutomaton(chosen);
                  replay.reset();
                }}
                options={[
                  { value: '', label: 'The latest automaton' },
                  ...(automata.data ?? []).map((own) => ({
                    value: String(own.id),
                    label: labelOfAutomaton(own),
                  })),
                ]}
              />
              <Button kind="primary" does={replay}>
                {replay.isPending ? 'Replaying…' : 'Replay all'}
              </Button>
              {replay.data && (
                <>
                  <span role="status">
                    {replayText(replay.data.items)}
                    {replay.data.asked && `. Requests to models: ${askedText(replay.data.asked)}`}
                  </span>
                  <Choice label="Show only changed cases" checked={changedOnly} onChange={setChangedOnly} />
                </>
              )}
            </div>
            {replay.isError && <ErrorNotice error={replay.error} />}
            {items && <ReplayTable items={items} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

const askToDelete = ({ id, name, turns }: SimulationCase): void =>
  askToConfirm({
    title: `Delete “${name}”?`,
    verb: 'Delete',
    onConfirm: () => void client.simulator.deleteCase({ case: id }).catch(tellError),
    children: (
      <p>
        The case and its {formatAmount(turns, 'turn')} will be deleted permanently. To keep a copy, export the
        cases first.
      </p>
    ),
  });

interface CaseRowProps {
  readonly item: SimulationCase;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function CaseRow({ item, onOpen, onDelete }: CaseRowProps) {
  const [name, setName] = useState<string | null>(null);
  const rename = () => {
    const wanted = name?.trim() ?? '';
    setName(null);
    if (wanted !== '' && wanted !== item.name)
      client.simulator.renameCase({ case: item.id, name: wanted }).catch(tellError);
  };
  return (
    <li className="row-2 sim-case line-below min-row">
      {name === null ? (
        <span className="clip" title={item.name}>
          {item.name}
        </span>
      ) : (
        <input
          className="input"
          aria-label={`New name for ${item.name}`}
          maxLength={200}
          ref={takeFocus}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onBlur={rename}
          onKeyDown={(event) => {
            if (event.key === 'Enter') rename();
            if (event.key !== 'Escape') return;
            event.preventDefault();
            event.stopPropagation();
            setName(null);
          }}
        />
      )}
      <span className="no-wrap quiet small">
        {formatAmount(item.turns, 'turn')} · {formatTime(item.at)}
      </span>
      <Button small aria-label={`Open ${item.name}`} onClick={onOpen}>
        Open
      </Button>
      <Button small aria-label={`Rename ${item.name}`} onClick={() => setName(item.name)}>
        Rename
      </Button>
      <IconButton small icon="close" label={`Delete ${item.name}`} onClick={onDelete} />
    </li>
  );
}
