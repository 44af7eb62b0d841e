import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MaskPreview } from '#shared/contract/providers.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import { OtherDialogue } from '../../../project/dialogues/dialogue-finder.tsx';
import { projectQueries } from '../../../project/queries.ts';
import { Choice } from '../../../ui/inputs/field.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { ErrorNotice, LoadingState, Notice } from '../../../ui/state/notice.tsx';
import { providerQueries } from '../queries.ts';
import { MASKED, NOT_MASKED } from '../sentences.ts';
import type { EditorParts } from './provider-form.ts';
import '../providers.css';

export function MaskingTab({ form, provider, onChange }: EditorParts) {
  const project = useQuery(projectQueries.project).data ?? null;
  const stays = provider?.reach === 'loopback';
  return (
    <>
      <Choice
        label="Replace personal data before sending"
        hint={stays ? MASKED : `${MASKED} You can turn masking off only for a server on this machine.`}
        checked={form.maskPersonalData || !stays}
        disabled={!stays}
        onChange={(maskPersonalData) => onChange({ maskPersonalData })}
      />
      {stays && !form.maskPersonalData && (
        <Notice kind="warning">
          Dialogues are sent unmasked. They stay on this machine only if the server does not pass them on.
        </Notice>
      )}
      <p className="quiet small">
        Masking recognizes patterns and phrases such as “my name is”. {NOT_MASKED} Check the preview.
      </p>
      {project ? <Preview /> : <p className="quiet">Open a project to preview what would be replaced.</p>}
    </>
  );
}

function Preview() {
  const [chosen, setChosen] = useState<DialogueId | null>(null);
  const preview = useQuery(providerQueries.maskPreview(chosen));
  if (preview.isPending) return <LoadingState />;
  if (preview.isError) return <ErrorNotice error={preview.error} />;
  const { dialogue, utterances } = preview.data;
  if (!dialogue) return <p className="quiet">The project has no dialogues yet.</p>;
  const replaced = utterances.reduce((sum, utterance) => sum + utterance.spans.length, 0);
  return (
    <section className="stack-1 models-preview" aria-label="Preview">
      <div className="row-2 apart">
        <h3 className="clip">
          {dialogue.externalId} <span className="quiet">of {dialogue.source}</span>
        </h3>
        <OtherDialogue shown={dialogue.id} onPick={setChosen} />
      </div>
      <p className="quiet small">
        {replaced === 0
          ? `Nothing would be replaced in this dialogue${chosen === null ? ' or in the others that were checked' : ''}.`
          : `${formatAmount(replaced, 'piece')} of personal data would be replaced.`}
      </p>
      <Focusable as="ol" aria-label="What would be sent">
        <InPlace of={utterances}>
          {(utterance) => (
            <li className={utterance.spans.length > 0 ? '' : 'quiet'}>
              <span className="small quiet">{utterance.role === 'user' ? 'Customer' : 'Agent'}</span>
              <Masked utterance={utterance} />
            </li>
          )}
        </InPlace>
      </Focusable>
    </section>
  );
}

function Masked({ utterance: { before, spans } }: { readonly utterance: MaskPreview['utterances'][number] }) {
  const ends = [0, ...spans.map((span) => span.end)];
  return (
    <p>
      {spans.map((span, index) => (
        <span key={span.start}>
          {before.slice(ends[index], span.start)}
          <del>{before.slice(span.start, span.end)}</del> <mark>{span.placeholder}</mark>
        </span>
      ))}
      {before.slice(ends.at(-1))}
    </p>
  );
}
