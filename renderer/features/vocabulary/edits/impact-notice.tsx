import { useMutation, useQuery } from '@tanstack/react-query';
import type { HeldOutReach, ImpactResult } from '#shared/contract/relearning.ts';
import type { EditOutcome } from '#shared/contract/tagging.ts';
import type { PlannedEditInput } from '#shared/contract/vocabulary.ts';
import { formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useShownAutomaton } from '../../../project/use-shown-automaton.ts';
import { useSettledValue } from '../../../ui/hooks/use-settled-value.ts';
import { TextField } from '../../../ui/inputs/field.tsx';
import { tellEdit } from '../../../ui/overlays/toasts.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { readable } from '../../../ui/text/readable-error.ts';
import { ChangedStates, pathsWords, stateCounts, transitionCounts } from '../../consequence/index.ts';
import { vocabularyQueries } from '../queries.ts';

interface ReasonFieldProps {
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

export function ReasonField({ value, onChange }: ReasonFieldProps) {
  return (
    <TextField
      label="Why (optional)"
      hint="Saved in the history with the edit."
      maxLength={1000}
      value={value}
      onChange={onChange}
    />
  );
}

export function useVocabularyEdit(onDone: () => void) {
  return useMutation({
    mutationFn: (edit: () => Promise<EditOutcome>) => edit(),
    onSuccess: (outcome) => {
      tellEdit(outcome.edit);
      onDone();
    },
  });
}

interface ImpactNoticeProps {
  readonly run: RunId | null;
  readonly edit: PlannedEditInput | null;
  readonly touched: string | null;
  readonly title?: string;
}

/** Previews the effect of an edit. The automaton is learned in the background; the dialog need not wait. */
export function ImpactNotice({ run, edit, touched, title = 'Tags change in' }: ImpactNoticeProps) {
  const settled = useSettledValue(edit, 400);
  const shown = useShownAutomaton().automaton;
  const impact = useQuery({
    ...vocabularyQueries(run).impact(settled ?? { kind: 'rename', tag: 1, name: 'x' }, shown?.id ?? null),
    enabled: settled !== null,
  });
  return (
    <section className="stack-2 pad-3 outline rounded fill-2" aria-label="Impact">
      <h3>Impact</h3>
      <dl className="facts">
        <dt>{title}</dt>
        <dd>{touched ?? <span className="quiet">No turns yet</span>}</dd>
        {edit !== null && (
          <AutomatonRows
            data={settled === edit ? impact.data : undefined}
            onShow={shown?.report.states ?? null}
            error={impact.error}
          />
        )}
      </dl>
      {edit !== null && settled === edit && impact.data && stateCounts(impact.data.difference) !== '' && (
        <details>
          <summary>Changed states</summary>
          <Focusable as="section" className="stack-2 impact-states" aria-label="Changed states">
            <ChangedStates difference={impact.data.difference} side="before" onShow={null} />
          </Focusable>
        </details>
      )}
    </section>
  );
}

interface AutomatonRowsProps {
  readonly data: ImpactResult | null | undefined;
  readonly onShow: number | null;
  readonly error: unknown;
}

function AutomatonRows({ data, onShow, error }: AutomatonRowsProps) {
  if (error) return <Row name="Automaton">{readable(error).message}</Row>;
  if (data === null) return <Row name="Automaton">No automaton yet, so nothing would change.</Row>;
  if (data === undefined) {
    return (
      <Row name="Automaton">
        <span className="quiet" role="status">
          Calculating a preview…
        </span>
      </Row>
    );
  }
  const before = data.reach.before ? reachOf(data.reach.before) : null;
  return (
    <>
      <Row name="Paths">{pathsWords(data.difference, data.before.dialogues)}</Row>
      <Row name="States">
        <Change before={data.before.states} after={data.after.states} counts={stateCounts(data.difference)} />
        {onShow !== null && onShow !== data.before.states && (
          <p className="quiet small">
            The graph has {formatCount(onShow)} states. Tags have changed since the graph was learned. The
            figures here include these changes.
          </p>
        )}
      </Row>
      <Row name="Transitions">
        <Change
          before={data.before.transitions}
          after={data.after.transitions}
          counts={transitionCounts(data.difference)}
        />
      </Row>
      {data.reach.after && (
        <Row name="Turns followed">
          {before === null ? '' : `${formatShare(before)} → `}
          <strong>{formatShare(reachOf(data.reach.after))}</strong>{' '}
          <span className="quiet">
            of the turns in {formatAmount(data.reach.after.heldOut, 'unseen dialogue')}
          </span>
        </Row>
      )}
    </>
  );
}

/** Share of turns followed under the first matching rule, which is the one in use. */
const reachOf = ({ policies }: HeldOutReach): number => policies[0]?.shareOfTurns ?? 1;

function Row({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface ChangeProps {
  readonly before: number;
  readonly after: number;
  readonly counts: string;
}

/** Shows two totals and what differs. Equal totals can hide changed states or transitions. */
function Change({ before, after, counts }: ChangeProps) {
  return (
    <>
      {formatCount(before)} → <strong>{formatCount(after)}</strong>{' '}
      <span className="quiet">({counts === '' ? 'no change' : counts})</span>
    </>
  );
}
