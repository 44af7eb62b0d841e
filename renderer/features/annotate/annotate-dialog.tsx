import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drawAnnotations, freePlace } from '#shared/algorithms/layout/annotations/annotate.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { Annotation } from '#shared/contract/annotations.ts';
import { type AutomatonGraph, hasPaths } from '#shared/contract/automata.ts';
import { stateColourSchema } from '#shared/contract/state-names.ts';
import { useApi } from '../../client/api.tsx';
import { about } from '../../client/queries.ts';
import { litOf, type ShownPicture } from '../../graph/shown-picture.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Choice, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { contentOf, type Draft, draftOf, freshDraft, LIT, statePlace, wayPlace } from './draft.ts';
import { annotationQueries } from './queries.ts';
import { FIGURES, nameOf } from './told.ts';
import { showAnnotation, useHidden } from './use-annotations.ts';
import './annotate.css';

const KINDS = [
  { value: 'words', label: 'Words' },
  { value: 'figure', label: 'A figure' },
  { value: 'arrow', label: 'An arrow' },
  { value: 'highlight', label: 'A highlight' },
] as const;

/** Lists the annotations of a picture and edits one of them. */
export function AnnotateDialog({
  picture,
  id = null,
  onClose,
}: {
  readonly picture: ShownPicture;
  /** The annotation to open; null for a new one. */
  readonly id?: number | null;
  readonly onClose: () => void;
}) {
  const { client } = useApi();
  const { graph } = picture;
  const listed = useQuery(annotationQueries(client).list(graph.summary.id)).data ?? [];
  const [opened, setOpened] = useState<number | null>(id);
  const hidden = useHidden();
  const remove = useMutation({
    mutationFn: (gone: number) => client.annotations.remove({ id: gone }),
    meta: about('annotations'),
    onSuccess: (_, gone) => {
      if (gone === opened) setOpened(null);
    },
  });
  const found = listed.find((one) => one.id === opened) ?? null;
  return (
    <Dialog title="Annotate the picture" onClose={onClose} foot={<Button onClick={onClose}>Close</Button>}>
      {(opened === null || found) && (
        <AnnotationForm key={opened} picture={picture} stored={found} onDone={onClose} />
      )}
      {listed.length > 0 && (
        <section className="stack-2" aria-label="Annotations">
          <h3>Annotations</h3>
          <ul className="annotate-list">
            {listed.map((one) => (
              <li key={one.id} className="row-2" aria-current={one.id === opened || undefined}>
                <Choice
                  label={nameOf(one)}
                  hint={one.lost ? `${placeOfLost(one)} is no longer there.` : undefined}
                  checked={!hidden.includes(one.id)}
                  onChange={({ target }) => showAnnotation(one.id, target.checked)}
                />
                <Button
                  small
                  disabled={one.lost}
                  aria-label={`Change: ${nameOf(one)}`}
                  onClick={() => setOpened(one.id)}
                >
                  Change
                </Button>
                <IconButton
                  small
                  icon="trash"
                  label={`Remove: ${nameOf(one)}`}
                  onClick={() => remove.mutate(one.id)}
                />
              </li>
            ))}
          </ul>
          {remove.isError && <ErrorNotice error={remove.error} />}
        </section>
      )}
    </Dialog>
  );
}

const placeOfLost = ({ ways, kind }: Annotation): string =>
  ways.length > 0 || kind === 'arrow' ? 'Transition' : 'State';

function AnnotationForm({
  picture,
  stored,
  onDone,
}: {
  readonly picture: ShownPicture;
  readonly stored: Annotation | null;
  readonly onDone: () => void;
}) {
  const { client } = useApi();
  const { graph, layout } = picture;
  const lit = litOf(picture);
  const [draft, setDraft] = useState<Draft>(() => (stored ? draftOf(stored) : freshDraft(picture)));
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const content = contentOf(draft, stored, lit);
  const save = useMutation({
    mutationFn: async () => {
      if (!content) return;
      const { scene } = layout;
      const place =
        stored ?? freePlace(scene, { ...content, id: 0 }, drawAnnotations(scene, picture.annotations));
      const { dx, dy } = place;
      await client.annotations.save({
        ...content,
        dx,
        dy,
        automaton: graph.summary.id,
        id: stored?.id ?? null,
      });
    },
    meta: about('annotations'),
    onSuccess: onDone,
  });
  const states = statesIn(picture);
  const ways = draft.kind === 'figure' ? waysIn(picture) : [];
  const isOfWay = draft.about.startsWith('w');
  return (
    <form
      className="annotate-form"
      aria-label={stored ? 'Save' : 'Put on the picture'}
      onSubmit={(event) => {
        event.preventDefault();
        if (content) save.mutate();
      }}
    >
      {!stored && (
        <SelectField
          label="What"
          value={draft.kind}
          options={KINDS.filter(({ value }) => value !== 'figure' || hasPaths(graph.summary))}
          onChange={(kind) => setDraft(freshDraft(picture, kind))}
        />
      )}
      {draft.kind === 'highlight' ? (
        <SelectField
          label="Of"
          value={draft.about}
          options={[
            ...(lit ? [{ value: LIT, label: `The highlighted part: ${lit.states.length} states` }] : []),
            ...(stored ? [{ value: '', label: 'As it is' }] : []),
            ...states,
          ]}
          onChange={(about) => change({ about })}
        />
      ) : (
        <SelectField
          label={draft.kind === 'arrow' ? 'From' : 'About'}
          value={draft.about}
          options={[
            ...(draft.kind === 'words' ? [{ value: '', label: 'Nothing: place it freely' }] : []),
            ...ways,
            ...states,
          ]}
          onChange={(about) => change({ about, figure: 'share' })}
        />
      )}
      {draft.kind === 'arrow' && (
        <SelectField label="To" value={draft.to} options={states} onChange={(to) => change({ to })} />
      )}
      {draft.kind === 'figure' && (
        <SelectField
          label="Figure"
          value={draft.figure}
          hint="The figure updates when your data changes."
          options={FIGURES.filter(({ of }) => of === 'both' || of === (isOfWay ? 'way' : 'state'))}
          onChange={(figure) => change({ figure })}
        />
      )}
      {draft.kind !== 'highlight' && (
        <div data-comes-first={stored ? undefined : ''}>
          <TextField
            label="Words"
            value={draft.text}
            maxLength={400}
            onChange={({ target }) => change({ text: target.value })}
          />
        </div>
      )}
      <SelectField
        label="Color"
        value={draft.colour}
        options={stateColourSchema.options.map((colour) => ({
          value: colour,
          label: colour || 'Same as text',
        }))}
        onChange={(colour) => change({ colour })}
      />
      {draft.kind === 'words' && (
        <Choice
          label="Large, as a title"
          checked={draft.large}
          onChange={({ target }) => change({ large: target.checked })}
        />
      )}
      <div className="row-2 annotate-do">
        <Button type="submit" kind="primary" disabled={content === null || save.isPending}>
          {stored ? 'Save' : 'Put on the picture'}
        </Button>
      </div>
      {save.isError && <ErrorNotice error={save.error} />}
    </form>
  );
}

const nameIn = (graph: AutomatonGraph, state: number): string =>
  state === 0 ? stateName(graph, 0) : `State ${state}: ${stateName(graph, state)}`;

const statesIn = ({ graph, layout }: ShownPicture) =>
  [...layout.scene.nodes]
    .sort((a, b) => a.state - b.state)
    .map(({ state }) => ({ value: statePlace(state), label: nameIn(graph, state) }));

/** The transition that is selected; a list of all would be too long. */
function waysIn({ graph, selection }: ShownPicture) {
  if (selection?.kind !== 'transition') return [];
  const { from, to } = selection;
  return [{ value: wayPlace(from, to), label: `Transition: ${nameIn(graph, from)} → ${nameIn(graph, to)}` }];
}
