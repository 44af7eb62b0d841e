import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NODE_KINDS, spokenLabel } from '#shared/algorithms/flows/edit-flow.ts';
import {
  changedNodes,
  describeChange,
  describeInstead,
  describeReplay,
  replayByNode,
  replayedName,
} from '#shared/algorithms/flows/following/replay-flow.ts';
import type { FlowReplay } from '#shared/contract/flows.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { Flow, FlowNode } from '#shared/domain/flow.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { DialogueLink } from '../../../project/dialogues/dialogue-finder.tsx';
import { projectQueries } from '../../../project/queries.ts';
import { useShownAutomaton } from '../../../project/use-shown-automaton.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { FigureTable, numbers } from '../../../ui/lists/figure-table.tsx';
import { ErrorNotice, LoadingState, ResultLine } from '../../../ui/state/notice.tsx';
import { useTellingFinding } from '../../story/index.ts';
import { changeFlows, flowQueries, selectNode } from '../flows-state.ts';
import { replaySlide } from './replay-slide.ts';

interface DialoguesOfProps {
  readonly flow: string;
  readonly labels: readonly string[];
  readonly children: string;
}

export function DialoguesOf({ flow, labels, children }: DialoguesOfProps) {
  const [isOpen, setOpen] = useState(false);
  const found = useQuery({ ...flowQueries.dialogues(flow, [...labels]), enabled: isOpen });
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{children}</summary>
      {isOpen && found.isPending && <LoadingState />}
      {found.isError && <ErrorNotice error={found.error} />}
      {found.data && (
        <>
          <PlaceList places={found.data.places} />
          {found.data.total > found.data.places.length && (
            <p className="quiet">
              Only the first {found.data.places.length} of {formatAmount(found.data.total, 'dialogue')} are
              listed.
            </p>
          )}
        </>
      )}
    </details>
  );
}

function PlaceList({
  places,
}: {
  readonly places: readonly {
    readonly dialogue: DialogueId;
    readonly externalId: string;
    readonly turn: number;
  }[];
}) {
  return (
    <ul className="wrap flex pad-1-0 gap-half-2">
      {places.map((place) => (
        <li key={`${place.dialogue} ${place.turn}`}>
          <DialogueLink {...place} />
        </li>
      ))}
    </ul>
  );
}

const SHOWN_NODES = 12;

function BeforeAndAfter({ flow, replay }: { readonly flow: Flow; readonly replay: FlowReplay }) {
  const text = describeChange(replay);
  if (text === null || replay.before === null) return null;
  const nodes = changedNodes(replay);
  const { edit } = replay.before;
  return (
    <section className="stack-2" aria-label="Before and after">
      <h3>Before and after</h3>
      <SelectField
        label="Compare with the flow before"
        value={String(edit)}
        options={replay.versions.map((version) => ({
          value: String(version.edit),
          label: version.next.replace(` of the flow ${flow.name}`, ''),
        }))}
        onChange={(value) =>
          changeFlows({ since: replay.versions.find((one) => String(one.edit) === value)?.edit ?? null })
        }
      />
      <ResultLine sentences={[text]} />
      {nodes.length > 0 && (
        <FigureTable
          className="flow-figures flow-change"
          caption="How often agents did what the flow expected at each node, and how many more turns match now"
          captionClass="quiet small"
          columns={[
            { name: 'Node', cellClass: () => 'breaks', value: ({ node }) => replayedName(flow, node) },
            ...numbers<(typeof nodes)[number]>(
              ['Before', ({ before }) => (before === null ? '–' : formatShare(before))],
              ['Now', ({ now }) => (now === null ? '–' : formatShare(now))],
              ['Turns', ({ more }) => (more > 0 ? `+${formatCount(more)}` : formatCount(more))],
            ),
          ]}
          rows={nodes.slice(0, SHOWN_NODES)}
          keyOf={({ node }) => node}
        />
      )}
    </section>
  );
}

export function ReplaySummary({ flow, replay }: { readonly flow: Flow; readonly replay: FlowReplay }) {
  const automaton = useShownAutomaton().automaton?.id ?? null;
  const tellFinding = useTellingFinding(automaton);
  const graph = useQuery({ ...projectQueries.graph(automaton), enabled: automaton !== null }).data;
  const slide = replaySlide(flow, replay, graph ?? null);
  const byNode = replayByNode(replay);
  const left = [...byNode].filter(([, { leftBy }]) => leftBy > 0).sort((a, b) => b[1].leftBy - a[1].leftBy);
  const kinds = Object.entries(NODE_KINDS).flatMap(([type, kind]) => {
    const own = flow.nodes.filter((node) => node.type === type).flatMap(({ id }) => byNode.get(id) ?? []);
    const due = own.reduce((sum, { predicted }) => sum + predicted, 0);
    return due === 0 ? [] : [{ kind, due, wrong: own.reduce((sum, one) => sum + one.left, 0) }];
  });
  return (
    <section className="stack-2" aria-label="Replay">
      <div className="row-2">
        <h3>How well past dialogues follow the flow</h3>
        {slide && (
          <Button small title="Add this result to the story as a slide" onClick={() => tellFinding(slide)}>
            Add slide
          </Button>
        )}
      </div>
      <ResultLine sentences={[describeReplay(flow, replay)]} />
      <BeforeAndAfter flow={flow} replay={replay} />
      <FigureTable
        className="flow-figures"
        caption="Where dialogues deviate"
        captionClass="quiet small"
        columns={[
          {
            name: 'Node',
            cellClass: () => 'breaks',
            value: ([id]) =>
              flow.nodes.some((node) => node.id === id) ? (
                <button type="button" className="link" onClick={() => selectNode(id)}>
                  {replayedName(flow, id)}
                </button>
              ) : (
                replayedName(flow, id)
              ),
          },
          ...numbers<(typeof left)[number]>(
            ['Predicted', ([, { predicted }]) => formatCount(predicted)],
            ['Dialogues that deviate', ([, { leftBy }]) => formatCount(leftBy)],
          ),
        ]}
        rows={left.slice(0, 12)}
        keyOf={([id]) => id}
      />
      <FigureTable
        className="flow-figures"
        caption="How often agents did something else, by kind of node"
        captionClass="quiet small"
        columns={[
          { name: 'Kind', value: ({ kind }) => kind },
          { name: 'Predicted', className: 'number', value: ({ due }) => formatCount(due) },
          {
            name: 'Did something else',
            className: 'number',
            value: ({ wrong, due }) => formatShare(wrong / due),
          },
        ]}
        rows={kinds}
        keyOf={({ kind }) => kind}
      />
    </section>
  );
}

export function NodeReplayed({ node, replay }: { readonly node: FlowNode; readonly replay: FlowReplay }) {
  const steps = replay.steps.filter((step) => step.node === node.id);
  if (steps.length === 0)
    return <p className="quiet small">The flow never expects this step in past dialogues.</p>;
  return (
    <section className="stack-2" aria-label="In past dialogues">
      <h3>In past dialogues</h3>
      {steps.map(({ label, predicted, followed, leftBy, instead, examples }) => (
        <div key={label} className="stack-1">
          <p>
            <strong>{spokenLabel(label)}</strong>: expected {formatAmount(predicted, 'time')}, done{' '}
            {formatShare(followed / Math.max(1, predicted))} of the time. {formatAmount(leftBy, 'dialogue')}{' '}
            deviated here.
          </p>
          {instead.length > 0 && (
            <p className="small">
              Agents did instead:{' '}
              {instead
                .map((other) => `${describeInstead(other.label)} (${formatCount(other.count)})`)
                .join(', ')}
              .
            </p>
          )}
          {examples.length > 0 && (
            <details className="small">
              <summary>Dialogues that deviate here</summary>
              <PlaceList
                places={examples.map(({ dialogueId, dialogue, turn }) => ({
                  externalId: dialogueId,
                  dialogue,
                  turn,
                }))}
              />
            </details>
          )}
        </div>
      ))}
    </section>
  );
}
