import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type DraftStep,
  draftSteps,
  labelOf,
  mergeDraft,
} from '#shared/algorithms/flows/drafting/merge-draft.ts';
import { NODE_KINDS, nodeText, spokenLabel } from '#shared/algorithms/flows/edit-flow.ts';
import type { DialogramClient } from '#shared/contract/contract.ts';
import { formatAmount, formatSetShare, formatShare } from '#shared/domain/figure-text.ts';
import { type Flow, type FlowDraft, freeName, LEAST_FOLLOWED, nameOfSource } from '#shared/domain/flow.ts';
import type { EditId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about, question } from '../../client/queries.ts';
import { taggerName } from '../../project/describe.ts';
import { useShownAutomaton } from '../../project/use-shown-automaton.ts';
import { useView } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice, Choices, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { FigureTable } from '../../ui/lists/figure-table.tsx';
import { closeDialog, Dialog, openDialog } from '../../ui/overlays/dialog.tsx';
import { tell } from '../../ui/overlays/toasts.tsx';
import { ErrorNotice, Notice } from '../../ui/state/notice.tsx';
import { DraftEachDialog } from './draft-each-dialog.tsx';
import { flowQueries, followedText, openFlow, sourceOf, TASK_FIELD } from './flows-state.ts';

const NEW = '';
/** If the agent does only one thing in this share of the dialogues, the page says so. */
const LEAST_SINGLE = 0.25;
const SHARES = [0.2, 0.1, 0.05, 0.02, 0.01, 0.005];

interface DraftDialogProps {
  readonly into: string | null;
  readonly from?: string;
}

export function DraftDialog({ into: first, from = '' }: DraftDialogProps) {
  const { automaton, runs } = useShownAutomaton();
  const place = useView((view) => view.place);
  const fields = useQuery(
    question('filters.fields', client.filters.fields, { run: null }, about('corpus', 'tags')),
  ).data;
  const flows = useQuery(flowQueries.list).data ?? [];
  const [where, setWhere] = useState(from);
  const [run, setRun] = useState('');
  const [states, setStates] = useState(from === '' && place.kind === 'state' ? String(place.state) : '');
  const [share, setShare] = useState('');
  const [into, setInto] = useState(NEW);
  const [step, setStep] = useState<Proposal | null>(null);
  const [uncommon, setUncommon] = useState<Uncommon | null>(null);
  const throughStates = states.match(/\d+/g) ?? [];
  const tasks = (fields ?? []).filter(({ name }) => TASK_FIELD.test(name));

  const propose = useMutation({
    mutationFn: async (): Promise<void> => {
      const known = nameOfSource(where);
      const source = {
        where: where.trim(),
        states:
          automaton && throughStates.length > 0
            ? { automaton: automaton.id, states: throughStates.map(Number) }
            : null,
        run: runs.find(({ id }) => String(id) === run)?.id ?? null,
        share: share === '' ? null : Number(share),
      };
      const stored = into === NEW ? null : await client.flows.get({ flow: into });
      const proposal = await client.flows.propose({
        name: stored?.flow.name ?? freeName(known, flows),
        source,
      });
      if (proposal.common) setUncommon({ ...proposal, common: proposal.common, stored });
      else await take(proposal, stored);
    },
    meta: about('flows'),
  });
  const take = async ({ flow, draft }: DraftProposal, stored: StoredFlow | null): Promise<void> => {
    const proposed = { flow, draft };
    if (stored) {
      setUncommon(null);
      setStep({ ...stored, proposed, steps: draftSteps(stored.flow, stored.draft, flow) });
      return;
    }
    const { edit } = await client.flows.save({
      was: null,
      ...proposed,
      description: `Draft the flow ${flow.name} from ${formatAmount(draft.dialogues, 'dialogue')}`,
    });
    if (edit)
      tell(
        `Drafted the flow ${flow.name} from ${formatAmount(draft.dialogues, 'dialogue')}. ${followedText(draft)}`,
      );
    openFlow(flow.name);
    closeDialog();
  };
  const takeAnyway = useMutation({
    mutationFn: (refused: Uncommon) => take(refused, refused.stored),
    meta: about('flows'),
  });
  if (uncommon) {
    return (
      <NoCommonFlow
        of={uncommon}
        onBack={() => setUncommon(null)}
        anyway={{
          pending: takeAnyway.isPending,
          error: takeAnyway.error,
          onClick: () => takeAnyway.mutate(uncommon),
        }}
      />
    );
  }
  if (step) return <MergeDialog of={step} />;
  return (
    <Dialog
      title="Draft a flow"
      main={{
        label: propose.isPending ? 'Drafting…' : 'Draft',
        does: propose,
      }}
    >
      <p className="quiet small">
        Things that agents do in many dialogues become nodes. Each node gets the text of a typical turn, with
        names and numbers masked.
      </p>
      <TextField
        label="Task, domain, topic or filter"
        value={where}
        suggestions={tasks.flatMap(({ name, values }) =>
          values.map(({ value, dialogues }) => ({
            value: sourceOf(name, value),
            remark: formatAmount(dialogues, 'dialogue'),
          })),
        )}
        placeholder="all dialogues"
        hint='The name of a task or domain, or a filter such as topic = "billing".'
        onChange={setWhere}
      />
      {automaton && (
        <TextField
          label="States reached"
          value={states}
          placeholder="any"
          hint="Enter state numbers, separated by commas. The draft uses only dialogues that reach one of these states."
          onChange={setStates}
        />
      )}
      {into === NEW && tasks.length > 0 && (
        <p className="small">
          <button
            type="button"
            className="link"
            onClick={() => {
              closeDialog();
              openDialog(DraftEachDialog, { onOther: () => openDialog(DraftDialog, { into: first }) });
            }}
          >
            Draft a flow for each topic…
          </button>
        </p>
      )}
      <SelectField
        label="Content"
        value={share}
        options={[
          { value: '', label: 'the draft that fits the most dialogues' },
          ...SHARES.map((one) => ({
            value: String(one),
            label: `every path that at least ${formatSetShare(one)} of the dialogues take`,
          })),
        ]}
        hint="A smaller share gives more nodes."
        onChange={setShare}
      />
      <SelectField
        label="Names of steps"
        value={run}
        options={[
          { value: '', label: 'from the file if it has any, otherwise from the current tags' },
          ...runs.map(({ id, tagger }) => ({
            value: String(id),
            label: `the tags of run ${id}, ${taggerName(tagger)}`,
          })),
        ]}
        onChange={setRun}
      />
      <SelectField
        label="Add as"
        value={into}
        options={[
          { value: NEW, label: 'a new flow' },
          ...flows
            .toSorted((a, b) => Number(b.name === first) - Number(a.name === first))
            .map(({ name }) => ({ value: name, label: `nodes in the flow ${name}` })),
        ]}
        onChange={setInto}
      />
      {propose.isError && <ErrorNotice error={propose.error} />}
    </Dialog>
  );
}

type DraftProposal = Awaited<ReturnType<DialogramClient['flows']['propose']>>;
type StoredFlow = Awaited<ReturnType<DialogramClient['flows']['get']>>;

interface Uncommon extends DraftProposal {
  readonly common: NonNullable<DraftProposal['common']>;
  readonly stored: StoredFlow | null;
}

interface NoCommonFlowProps {
  readonly of: Uncommon;
  readonly onBack: () => void;
  readonly anyway: {
    readonly pending: boolean;
    readonly error: unknown;
    readonly onClick: () => void;
  };
}

function NoCommonFlow({ of: { draft, common, paths }, onBack, anyway }: NoCommonFlowProps) {
  return (
    <Dialog
      title="No common flow"
      main={{ label: 'Choose other dialogues', onClick: onBack }}
      foot={
        draft.nodes.length > 0 && (
          <Button pending={anyway.pending} onClick={anyway.onClick}>
            Draft anyway
          </Button>
        )
      }
    >
      <p>
        These {formatAmount(draft.dialogues, 'dialogue')} have no common flow. {bestText(draft)} A flow has to
        fit at least {formatSetShare(LEAST_FOLLOWED)}. {singleText(draft, paths)}
      </p>
      {common.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it
        <section className="ruled flow-common scrolls" aria-label="What they have in common" tabIndex={0}>
          <FigureTable
            caption="What they have in common"
            captionClass="quiet small"
            columns={[
              { name: 'What the agent does', isName: true, value: ({ label }) => spokenLabel(label) },
              { name: 'Dialogues', value: ({ dialogues }) => formatShare(dialogues / draft.dialogues) },
              { name: 'Typical turn', value: ({ text }) => text },
            ]}
            rows={common}
            keyOf={({ label }) => label}
          />
        </section>
      )}
      {paths.length > 0 && (
        <section className="stack-1" aria-label="Most common paths">
          <p className="quiet small">What agents most often do, from start to end</p>
          <ul className="small">
            {paths.map(({ labels, dialogues }) => (
              <li key={labels.join(' ')}>
                {labels.map(spokenLabel).join(' → ')}{' '}
                <span className="quiet">{formatShare(dialogues / draft.dialogues)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {draft.source.where === '' && (
        <p className="quiet small">Dialogues about one topic or task have more in common.</p>
      )}
      {draft.nodes.length > 0 && (
        <p className="quiet small">
          <b>Draft anyway</b> adds the best draft, so that you have something to start from.
        </p>
      )}
      <p className="quiet small">
        Without a flow, the automaton in Test answers like agents in similar dialogues.
      </p>
      {anyway.error !== null && <ErrorNotice error={anyway.error} />}
    </Dialog>
  );
}

const bestText = ({ followed = 0, nodes }: FlowDraft): string =>
  nodes.length === 0
    ? 'No two agent steps follow each other often enough.'
    : `The best draft fits ${formatShare(Math.max(0, followed))} of the dialogues, corrected for chance.`;

/** Most tickets have one answer, which explains why there is no order of steps. */
function singleText({ dialogues }: FlowDraft, paths: DraftProposal['paths']): string {
  const single = paths.filter(({ labels }) => labels.length === 1);
  const share = single.reduce((sum, path) => sum + path.dialogues, 0) / dialogues;
  return share < LEAST_SINGLE
    ? ''
    : `In at least ${formatShare(share)} of them, the agent does only one thing, so no step follows another.`;
}

interface Proposal {
  readonly flow: Flow;
  readonly draft: FlowDraft | null;
  readonly edit: EditId;
  readonly proposed: { readonly flow: Flow; readonly draft: FlowDraft };
  readonly steps: readonly DraftStep[];
}

interface MergeDialogProps {
  readonly of: Proposal;
}

function MergeDialog({ of: { flow, edit, proposed, steps } }: MergeDialogProps) {
  const [chosen, setChosen] = useState(() => new Set(steps.filter(({ isPersons }) => !isPersons)));
  const take = useMutation({
    mutationFn: async () => {
      const was = { name: flow.name, edit };
      const merged = mergeDraft(
        flow,
        steps.filter((step) => chosen.has(step)),
        proposed,
      );
      const description = `Add ${formatAmount(chosen.size, 'node')} from a draft to the flow ${flow.name}`;
      await client.flows.save({ was, ...merged, description });
      openFlow(flow.name);
      closeDialog();
    },
    meta: about('flows'),
  });
  return (
    <Dialog
      title={`Add the draft to ${flow.name}`}
      main={{
        label: `Add ${formatAmount(chosen.size, 'node')}`,
        disabled: chosen.size === 0,
        does: take,
      }}
    >
      {steps.length === 0 && <Notice kind="info">The flow already has everything in the draft.</Notice>}
      {steps.length > 0 && (
        <Choices legend="Nodes of the draft">
          {steps.map((step) => (
            <Choice
              key={step.node.id}
              label={`${step.mine ? `Change node ${step.mine.id}` : 'Add'}: ${spokenLabel(labelOf(step.node) ?? step.node.id)}`}
              hint={`${NODE_KINDS[step.node.type]}: ${nodeText(step.node)}${step.isPersons ? ' A person has changed this node.' : ''}`}
              checked={chosen.has(step)}
              onChange={() => {
                const next = new Set(chosen);
                if (!next.delete(step)) next.add(step);
                setChosen(next);
              }}
            />
          ))}
        </Choices>
      )}
      {take.isError && <ErrorNotice error={take.error} />}
    </Dialog>
  );
}
