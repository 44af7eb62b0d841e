import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import {
  addNode,
  findNodes,
  NODE_KINDS,
  removeEdge,
  removeNode,
} from '#shared/algorithms/flows/edit-flow.ts';
import { flowErrors, validateFlow } from '#shared/algorithms/flows/validate-flow.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import type { DescribedFlow } from '#shared/contract/flows.ts';
import { formatAmount, formatCount } from '#shared/domain/figure-text.ts';
import type { FlowNode } from '#shared/domain/flow.ts';
import { useCommand, useKeyHint } from '../../commands/use-command.ts';
import { searchCommands } from '../../project/commands.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/field.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { EmptyState, ErrorNotice, LoadingState, Unanswered } from '../../ui/state/notice.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { useConversion } from '../conversion/index.ts';
import { talkToAgent } from '../simulator/index.ts';
import { EdgeItems } from './canvas/edge-panel.tsx';
import { FlowPanel } from './canvas/flow-panel.tsx';
import { NodePanel } from './canvas/node-panel.tsx';
import { NodeShape } from './canvas/node-shape.tsx';
import { ProblemList } from './canvas/problem-list.tsx';
import { ColangPanel } from './colang/colang-panel.tsx';
import { FlowTable } from './flow-table.tsx';
import {
  addCommands,
  changeFlows,
  type FlowTab,
  flowCommands,
  flowQueries,
  followedText,
  selectNode,
  useFlows,
} from './flows-state.ts';
import { ReplaySummary } from './history/replay-panel.tsx';
import { useFlowEditor, useFlowEdits } from './use-flow-editor.ts';

/** The drawing library is loaded when the first flow is drawn. */
const FlowCanvas = lazy(async () => ({ default: (await import('./canvas/flow-canvas.tsx')).FlowCanvas }));

const TABS: readonly { readonly value: FlowTab; readonly label: string }[] = [
  { value: 'canvas', label: 'Canvas' },
  { value: 'table', label: 'Table' },
  { value: 'colang', label: 'Colang' },
];

const KINDS: readonly FlowNode['type'][] = ['request', 'external_action', 'inform', 'inform_and_confirm'];

type StoredFlow = Awaited<ReturnType<DialogramClient['flows']['get']>>;

export function OpenFlow({ described: { name } }: { readonly described: DescribedFlow }) {
  const stored = useQuery(flowQueries.flow(name));
  if (!stored.data) return <Unanswered of={stored} loading="Loading the flow…" />;
  return <Workbench stored={stored.data} />;
}

function Workbench({ stored }: { readonly stored: StoredFlow }) {
  const { draft } = stored;
  const { flow, edit } = useFlowEditor(stored);
  const { remove, exportFlow } = useFlowEdits();
  const { toWorksheets } = useConversion();
  const { tab, selected, replayed, since } = useFlows();
  const withKeys = useKeyHint();
  const [query, setQuery] = useState('');
  const found = useMemo(() => findNodes(flow, query), [flow, query]);
  const isFound = useMemo(() => new Set(found), [found]);
  const problems = useMemo(() => validateFlow(flow), [flow]);
  const hasErrors = flowErrors(problems).length > 0;
  const asked = useQuery({
    ...flowQueries.replay(stored.flow.name, since),
    enabled: replayed && !hasErrors,
  });
  const replay = (replayed && !hasErrors && asked.data) || null;
  const worst = useMemo(
    () =>
      new Map(
        problems
          .toSorted((a, b) => Number(a.severity === 'error') - Number(b.severity === 'error'))
          .flatMap(({ node, severity }) => (node === null ? [] : [[node, severity] as const])),
      ),
    [problems],
  );
  const node = selected?.kind === 'node' ? flow.nodes.find(({ id }) => id === selected.id) : undefined;
  const edge = selected?.kind === 'edge' ? flow.edges[selected.at] : undefined;

  const side = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection shows other fields, from their top
  useEffect(() => {
    side.current?.scrollTo(0, 0);
  }, [selected]);

  const add = (type: FlowNode['type']): void => {
    const { id } = addNode(flow, type, node?.id ?? null);
    edit(`Add node ${id}`, (now) => addNode(now, type, node?.id ?? null).flow);
    selectNode(id);
  };
  const removeChosen = (): void => {
    changeFlows({ selected: null });
    if (node) edit(`Remove node ${node.id}`, (now) => removeNode(now, node.id));
    else if (edge && selected?.kind === 'edge') {
      const what = `Remove the edge from node ${edge.source} to node ${edge.target}`;
      edit(what, (now) => removeEdge(now, selected.at));
    }
  };
  const findNext = (): void => {
    const at = node ? found.indexOf(node.id) : -1;
    const next = found[(at + 1) % found.length];
    if (next !== undefined) selectNode(next);
  };
  useCommand(addCommands.request, () => add('request'));
  useCommand(addCommands.external_action, () => add('external_action'));
  useCommand(addCommands.inform, () => add('inform'));
  useCommand(addCommands.inform_and_confirm, () => add('inform_and_confirm'));
  useCommand(flowCommands.remove, node || edge ? removeChosen : null);
  useCommand(flowCommands.connect, node ? () => focusOn('[data-flow-connect]') : null);
  useCommand(flowCommands.whole, selected ? () => changeFlows({ selected: null }) : null);
  const toggleReplay = (): void => changeFlows({ replayed: !replayed, selected: null });
  useCommand(flowCommands.replay, hasErrors ? null : toggleReplay);
  useCommand(searchCommands.find, () => focusOn('.flow-search input'), 1);

  return (
    <section className="panel flow-open" aria-label={`Flow ${flow.name}`}>
      <div className="panel-head">
        <Tabs
          label="Views of the flow"
          value={tab}
          options={TABS}
          panelId="flow-panel"
          onChange={(next) => changeFlows({ tab: next })}
        />
        <div className="row-1 flow-palette shrink hides" role="toolbar" aria-label="Add a node">
          {KINDS.map((type) => (
            <Button
              key={type}
              small
              kind="quiet"
              title={withKeys(addCommands[type])}
              aria-label={addCommands[type].title}
              onClick={() => add(type)}
            >
              <NodeShape type={type} />
              {NODE_KINDS[type]}
            </Button>
          ))}
        </div>
        <Button
          small
          aria-pressed={replayed}
          disabled={hasErrors}
          title={
            hasErrors
              ? 'Fix the errors first. Dialogues cannot be compared with a flow that has errors.'
              : withKeys(flowCommands.replay)
          }
          onClick={toggleReplay}
        >
          Replay
        </Button>
        <Button
          small
          disabled={hasErrors || flow.nodes.length === 0}
          title={hasErrors ? 'Fix the errors first.' : 'Try the flow in the simulator'}
          onClick={() => talkToAgent({ kind: 'flow', title: `Flow ${flow.name}`, flow: flow.name })}
        >
          Try in simulator
        </Button>
        <SearchField
          className="flow-search"
          label="Find a node"
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            if (event.key === 'Enter') findNext();
          }}
        />
        <output className="quiet small">{query.trim() === '' ? '' : formatCount(found.length)}</output>
        <Menu
          label={`Flow ${flow.name}`}
          buttonLabel="More actions"
          className="button button-quiet button-small button-icon"
          entries={[
            { label: 'Export as JSON…', onSelect: () => exportFlow(flow.name) },
            {
              label: 'Convert to worksheets',
              hint: 'Afterward, you see a list of anything a worksheet cannot express.',
              onSelect: () => toWorksheets(flow.name),
            },
            { label: 'Remove the flow', onSelect: () => remove(flow.name) },
          ]}
        >
          <Icon name="more" />
        </Menu>
      </div>
      <div className="grow flex shrink-down">
        <div
          className="fill flow-picture"
          id="flow-panel"
          role="tabpanel"
          aria-labelledby={`flow-panel-${tab}`}
        >
          {flow.nodes.length === 0 ? (
            <EmptyState
              title="This flow has no nodes yet"
              action={<Button onClick={() => add('request')}>Add a request</Button>}
            >
              Start with what the agent asks first.
            </EmptyState>
          ) : tab === 'canvas' ? (
            <Suspense fallback={<LoadingState label="Drawing the flow…" />}>
              <FlowCanvas
                // Remounts for another flow, so that all of it is in view.
                key={flow.name}
                flow={flow}
                draft={draft}
                selected={selected}
                found={isFound}
                problems={worst}
                replay={replay}
                edit={edit}
              />
            </Suspense>
          ) : tab === 'colang' ? (
            <ColangPanel flow={flow} before={stored.before} code={stored.code} />
          ) : (
            <FlowTable flow={flow} draft={draft} selected={selected} found={isFound} replay={replay} />
          )}
        </div>
        <aside ref={side} className="stack-4 flow-side pad-3 scrolls line-before" aria-label="Selection">
          {node ? (
            <NodePanel flow={flow} draft={draft} node={node} replay={replay} edit={edit} />
          ) : edge && selected?.kind === 'edge' ? (
            <section className="stack-2" aria-label={`Edge from node ${edge.source} to node ${edge.target}`}>
              <h3>From node {edge.source}</h3>
              <EdgeItems flow={flow} draft={draft} source={edge.source} only={selected.at} edit={edit} />
            </section>
          ) : (
            <>
              {replayed && asked.isError && <ErrorNotice error={asked.error} />}
              {replayed && asked.isPending && !hasErrors && (
                <LoadingState label="Checking past dialogues against the flow…" />
              )}
              {replay && <ReplaySummary flow={flow} replay={replay} />}
              {draft && (
                <p className="quiet small">
                  Drafted from {formatAmount(draft.dialogues, 'dialogue')}. {followedText(draft)}
                </p>
              )}
              <FlowPanel flow={flow} edit={edit} />
            </>
          )}
          <ProblemList problems={problems} node={node?.id ?? null} />
        </aside>
      </div>
    </section>
  );
}

const focusOn = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();
