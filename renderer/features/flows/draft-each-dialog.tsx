import { useQuery } from '@tanstack/react-query';
import { spokenLabel } from '#shared/algorithms/flows/edit-flow.ts';
import { formatAmount, formatSetShare } from '#shared/domain/figure-text.ts';
import { freeName, LEAST_FOLLOWED } from '#shared/domain/flow.ts';
import { client } from '../../client/api.ts';
import { DraftEach, type DraftOfOne } from './draft-each.tsx';
import { flowQueries, openFlow, sourceOf } from './flows-state.ts';

interface DraftEachDialogProps {
  readonly onOther: () => void;
}

export function DraftEachDialog(props: DraftEachDialogProps) {
  const flows = useQuery(flowQueries.list).data ?? [];
  const draftOf = async (field: string, value: string): Promise<DraftOfOne> => {
    const source = { where: sourceOf(field, value), states: null, run: null, share: null };
    const { flow, draft, common } = await client.flows.propose({ name: freeName(value, flows), source });
    const commonest = common?.[0]?.label;
    const description = `Draft the flow ${flow.name} from ${formatAmount(draft.dialogues, 'dialogue')}`;
    return {
      dialogues: draft.dialogues,
      share: Math.max(0, draft.followed ?? 0),
      result:
        common === null
          ? formatAmount(flow.nodes.length, 'node')
          : `no common flow${commonest ? `; most common step: ${spokenLabel(commonest)}` : ''}`,
      keep:
        common === null
          ? async () => {
              await client.flows.save({ was: null, flow, draft, description });
              openFlow(flow.name);
            }
          : null,
    };
  };
  return (
    <DraftEach
      {...props}
      what="flow"
      common="flow"
      note={`You can add a flow if it fits at least ${formatSetShare(LEAST_FOLLOWED)} of its dialogues, corrected for chance. “All flows, by topic” in Test then uses the flow whose dialogues are most similar to the customer's message.`}
      share="Fits"
      best={(share) => `the best draft fits only ${share} of its dialogues, corrected for chance.`}
      draft={draftOf}
      topic="flows"
      known={flows}
    />
  );
}
