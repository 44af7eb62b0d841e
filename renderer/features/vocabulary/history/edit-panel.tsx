import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EDIT_WORDS, type PastEdit } from '#shared/contract/history.ts';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import type { EditId, RunId, TurnId } from '#shared/domain/ids.ts';
import { client } from '../../../client/api.ts';
import { openInExplore } from '../../../project/mode.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Form } from '../../../ui/inputs/field.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { ReasonField, useVocabularyEdit } from '../edits/impact-notice.tsx';
import { vocabularyQueries } from '../queries.ts';

const SHOWN = 50;

const STATES: Readonly<Record<PastEdit['state'], string>> = {
  done: 'Done',
  undone: 'Undone; you can redo it',
  superseded: 'Undone',
};

interface EditPanelProps {
  readonly run: RunId | null;
  readonly edit: PastEdit;
  readonly onClose: () => void;
}

export function EditPanel({ run, edit, onClose }: EditPanelProps) {
  const [reason, setReason] = useState<string | null>(null);
  const [limit, setLimit] = useState(SHOWN);
  const decisions = useQuery({
    ...vocabularyQueries(run).decisions(edit.id, limit),
    enabled: edit.decisions > 0,
  });
  const takeBack = useVocabularyEdit(() => setReason(null));
  return (
    <section className="panel" aria-label="Edit">
      <div className="panel-head">
        <h2 className="clip">Edit {edit.id}</h2>
        <IconButton icon="close" label="Close the edit" onClick={onClose} />
      </div>
      <div className="stack-3 scroll pad-3">
        <p>{edit.description}</p>
        <dl className="facts">
          <dt>Who</dt>
          <dd>{edit.author}</dd>
          <dt>When</dt>
          <dd>{formatTime(edit.at)}</dd>
          <dt>Why</dt>
          <dd>{edit.reason || <span className="quiet">No reason given</span>}</dd>
          <dt>Kind</dt>
          <dd>{EDIT_WORDS[edit.kind] ?? edit.kind}</dd>
          <dt>State</dt>
          <dd>{STATES[edit.state]}</dd>
        </dl>
        {edit.state === 'done' && reason === null && (
          <div className="wrap flex gap-2">
            <Button small icon="restore" onClick={() => setReason('')}>
              Revert…
            </Button>
          </div>
        )}
        {reason !== null && (
          <Form
            className="stack-2"
            onSubmit={() => takeBack.mutate(() => client.history.takeBack({ edit: edit.id, reason }))}
          >
            <p>Reverting makes a new edit that restores what was there before. Newer edits stay in effect.</p>
            <ReasonField value={reason} onChange={setReason} />
            <div className="wrap flex gap-2">
              <Button small kind="primary" type="submit" disabled={takeBack.isPending}>
                Revert
              </Button>
              <Button small kind="quiet" onClick={() => setReason(null)}>
                Cancel
              </Button>
            </div>
          </Form>
        )}
        {edit.turn && edit.edits > 1 && (
          <EarlierEdits run={run} turn={edit.turn.turn} newest={edit.id} count={edit.edits - 1} />
        )}
        {takeBack.isError && <ErrorNotice error={takeBack.error} />}
        {edit.decisions === 0 && edit.turn && (
          <PlaceLink
            dialogue={edit.turn.dialogue}
            externalId={edit.turn.externalId}
            index={edit.turn.index}
          />
        )}
        {decisions.data && decisions.data.items.length > 0 && (
          <>
            <h3>{formatAmount(decisions.data.total, 'decision')}</h3>
            <ul className="turn-rows line-above" aria-label="Decisions">
              {decisions.data.items.map((item) => (
                <li key={`${item.turn} ${item.tag}`}>
                  <span className={`role-mark role-mark-${item.role}`} role="img" aria-label={item.role} />
                  <span className="turn-rows-text breaks">{item.text || '(no text)'}</span>
                  <span className="small turn-rows-tags shrink hides in-2">
                    #{item.tag}: {decided(item.before)} → {decided(item.after)}
                  </span>
                  <PlaceLink dialogue={item.dialogue} externalId={item.externalId} index={item.index} />
                </li>
              ))}
            </ul>
            {decisions.data.total > decisions.data.items.length && limit < 1000 && (
              <div>
                <Button small kind="quiet" onClick={() => setLimit(Math.min(1000, limit * 2))}>
                  Show more
                </Button>
              </div>
            )}
          </>
        )}
        {decisions.isError && <ErrorNotice error={decisions.error} />}
      </div>
    </section>
  );
}

interface EarlierEditsProps {
  readonly run: RunId | null;
  readonly turn: TurnId;
  readonly newest: EditId;
  readonly count: number;
}

function EarlierEdits({ run, turn, newest, count }: EarlierEditsProps) {
  const found = useQuery(vocabularyQueries(run).ofTurn(turn));
  const takeBack = useVocabularyEdit(() => {});
  const items = (found.data?.items ?? []).filter(({ id }) => id < newest).slice(0, count);
  return (
    <section aria-label="Earlier edits of this turn">
      <h3>Earlier edits of this turn</h3>
      <ul>
        {items.map((edit) => (
          <li key={edit.id} className="row-2 small">
            <span className="clip">{edit.description}</span>
            {edit.state === 'done' && (
              <Button
                small
                kind="quiet"
                aria-label={`Revert: ${edit.description}`}
                disabled={takeBack.isPending}
                onClick={() => takeBack.mutate(() => client.history.takeBack({ edit: edit.id, reason: '' }))}
              >
                Revert
              </Button>
            )}
          </li>
        ))}
      </ul>
      {takeBack.isError && <ErrorNotice error={takeBack.error} />}
    </section>
  );
}

const decided = (present: boolean | null): string =>
  present === null ? 'as set by the tagger' : present ? 'added' : 'removed';

interface PlaceLinkProps {
  readonly dialogue: Parameters<typeof openInExplore>[0];
  readonly externalId: string;
  readonly index: number;
}

function PlaceLink({ dialogue, externalId, index }: PlaceLinkProps) {
  return (
    <button
      type="button"
      className="link small"
      title="Show this turn in its dialogue"
      onClick={() => openInExplore(dialogue, index)}
    >
      {externalId}, turn {index + 1}
      <Icon name="chevron-right" />
    </button>
  );
}
