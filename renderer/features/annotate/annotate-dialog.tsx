import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { drawAnnotations, freePlace } from '#shared/algorithms/layout/annotations/annotate.ts';
import { stateName } from '#shared/algorithms/layout/scene/describe.ts';
import type { Annotation, AnnotationContent, AnnotationFigure } from '#shared/contract/annotations.ts';
import { type AutomatonGraph, hasPaths } from '#shared/contract/automata.ts';
import { type StateColour, stateColourSchema } from '#shared/contract/state-names.ts';
import { formatAmount } from '#shared/domain/figure-text.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { litOf, type ShownPicture } from '../../graph/shown-picture.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { bindTo, Choice, Form, SelectField, TextField } from '../../ui/inputs/field.tsx';
import { closeDialog, Dialog } from '../../ui/overlays/dialog.tsx';
import { ErrorNotice } from '../../ui/state/notice.tsx';
import { annotationQueries, FIGURES, nameOf, showAnnotation, useHidden } from './use-annotations.ts';

interface Draft {
  readonly kind: 'words' | 'figure' | 'arrow' | 'highlight';
  readonly about: string;
  readonly to: string;
  readonly figure: AnnotationFigure;
  readonly text: string;
  readonly large: boolean;
  readonly colour: StateColour;
}

const LIT = 'lit';
const statePlace = (state: number): string => `s${state}`;
const transitionPlace = (from: number, to: number): string => `w${from}-${to}`;

function freshDraft(picture: ShownPicture, kind: Draft['kind'] = 'words'): Draft {
  const { selection } = picture;
  const state = selection === null ? null : selection.kind === 'state' ? selection.state : selection.to;
  const chosen = state === null ? '' : statePlace(state);
  const about =
    kind === 'figure' && selection?.kind === 'transition'
      ? transitionPlace(selection.from, selection.to)
      : kind === 'arrow' && selection?.kind === 'transition'
        ? statePlace(selection.from)
        : kind === 'highlight' && litOf(picture)
          ? LIT
          : kind === 'words'
            ? chosen
            : chosen || statePlace(0);
  const other = picture.layout.scene.nodes.find((node) => node.state > 0 && statePlace(node.state) !== about);
  return {
    kind,
    about,
    to: selection?.kind === 'transition' ? chosen : statePlace(other?.state ?? 0),
    figure: 'share',
    text: '',
    large: false,
    colour: kind === 'highlight' ? 'yellow' : '',
  };
}

function draftOf({ kind, states, transitions, figure, text, large, colour }: Annotation): Draft {
  const [first, second] = states;
  const [transition] = transitions;
  const place = first === undefined ? '' : statePlace(first);
  const isFigure = kind === 'callout' && figure !== null;
  return {
    kind: kind === 'callout' ? (isFigure ? 'figure' : 'words') : kind,
    about:
      kind === 'highlight'
        ? ''
        : isFigure && transition
          ? transitionPlace(transition.from, transition.to)
          : place,
    to: statePlace(second ?? 0),
    figure: figure ?? 'share',
    text,
    large,
    colour,
  };
}

export function contentOf(
  { kind, about, to, figure, text, large, colour }: Draft,
  stored: Annotation | null,
  lit: ReturnType<typeof litOf>,
): AnnotationContent | null {
  const [first, second] = about === LIT ? [] : [...about.matchAll(/\d+/g)].map(Number);
  const bare = { text: text.trim(), large, colour, figure: null, quote: null, transitions: [], dx: 0, dy: 0 };
  if (kind === 'highlight') {
    const marked =
      about === LIT
        ? lit
        : about === ''
          ? stored
          : { states: first === undefined ? [] : [first], transitions: [] };
    if (!marked || marked.states.length === 0) return null;
    const { states, transitions } = marked;
    return { ...bare, kind: 'highlight', text: '', states: [...states], transitions: [...transitions] };
  }
  if (kind === 'arrow') {
    const target = Number(to.slice(1));
    return first === undefined || first === target
      ? null
      : { ...bare, kind: 'arrow', states: [first, target] };
  }
  const states = [first, second].filter((state) => state !== undefined);
  if (kind === 'figure') {
    const transitions = first !== undefined && second !== undefined ? [{ from: first, to: second }] : [];
    return { ...bare, kind: 'callout', figure, states, transitions };
  }
  const quote = stored?.quote ?? null;
  return bare.text === '' && !quote ? null : { ...bare, kind: 'callout', states, quote };
}

const KINDS = [
  { value: 'words', label: 'Text' },
  { value: 'figure', label: 'Figure' },
  { value: 'arrow', label: 'Arrow' },
  { value: 'highlight', label: 'Highlight' },
] as const;

interface AnnotateDialogProps {
  readonly picture: ShownPicture;
  readonly id?: number | null;
}

export function AnnotateDialog({ picture, id = null }: AnnotateDialogProps) {
  const { graph } = picture;
  const listed = useQuery(annotationQueries.list(graph.summary.id)).data ?? [];
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
    <Dialog title="Annotate the picture" foot={<Button onClick={closeDialog}>Close</Button>}>
      {(opened === null || found) && (
        <AnnotationForm key={opened} picture={picture} stored={found} onDone={closeDialog} />
      )}
      {listed.length > 0 && (
        <section className="stack-2" aria-label="Annotations">
          <h3>Annotations</h3>
          <ul className="annotate-list gap-2 grid">
            {listed.map((one) => (
              <li
                key={one.id}
                className="row-2 pad-1-2 rounded"
                aria-current={one.id === opened || undefined}
              >
                <Choice
                  label={nameOf(one)}
                  hint={one.lost ? `${placeOfLost(one)} no longer exists.` : undefined}
                  checked={!hidden.includes(one.id)}
                  onChange={(checked) => showAnnotation(one.id, checked)}
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

const placeOfLost = ({ transitions, kind }: Annotation): string =>
  transitions.length > 0 || kind === 'arrow' ? 'Transition' : 'State';

interface AnnotationFormProps {
  readonly picture: ShownPicture;
  readonly stored: Annotation | null;
  readonly onDone: () => void;
}

function AnnotationForm({ picture, stored, onDone }: AnnotationFormProps) {
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
  const transitions = draft.kind === 'figure' ? transitionsIn(picture) : [];
  const isOfTransition = draft.about.startsWith('w');
  const bind = bindTo(draft, change);
  return (
    <Form
      className="annotate-form gap-3 grid at-start two-columns"
      aria-label={stored ? 'Save' : 'Add to the picture'}
      onSubmit={() => {
        if (content) save.mutate();
      }}
    >
      {!stored && (
        <SelectField
          label="Kind"
          value={draft.kind}
          options={KINDS.filter(({ value }) => value !== 'figure' || hasPaths(graph.summary))}
          onChange={(kind) => setDraft(freshDraft(picture, kind))}
        />
      )}
      {draft.kind === 'highlight' ? (
        <SelectField
          label="Highlight"
          {...bind('about')}
          options={[
            ...(lit
              ? [
                  {
                    value: LIT,
                    label: `Currently highlighted: ${formatAmount(lit.states.length, 'state')}`,
                  },
                ]
              : []),
            ...(stored ? [{ value: '', label: 'No change' }] : []),
            ...states,
          ]}
        />
      ) : (
        <SelectField
          label={draft.kind === 'arrow' ? 'From' : 'About'}
          value={draft.about}
          options={[
            ...(draft.kind === 'words' ? [{ value: '', label: 'Nothing (place anywhere)' }] : []),
            ...transitions,
            ...states,
          ]}
          onChange={(about) => change({ about, figure: 'share' })}
        />
      )}
      {draft.kind === 'arrow' && <SelectField label="To" {...bind('to')} options={states} />}
      {draft.kind === 'figure' && (
        <SelectField
          label="Figure"
          {...bind('figure')}
          hint="The figure updates when your data changes."
          options={FIGURES.filter(
            ({ of }) => of === 'both' || of === (isOfTransition ? 'transition' : 'state'),
          )}
        />
      )}
      {draft.kind !== 'highlight' && (
        <div data-comes-first={stored ? undefined : ''}>
          <TextField label="Text" {...bind('text')} maxLength={400} />
        </div>
      )}
      <SelectField
        label="Color"
        {...bind('colour')}
        options={stateColourSchema.options.map((colour) => ({
          value: colour,
          label: colour.replace('grey', 'gray') || 'Same as text',
        }))}
      />
      {draft.kind === 'words' && (
        <Choice label="Large, like a title" checked={draft.large} onChange={(large) => change({ large })} />
      )}
      <div className="row-2 annotate-do">
        <Button type="submit" kind="primary" disabled={content === null || save.isPending}>
          {stored ? 'Save' : 'Add to the picture'}
        </Button>
      </div>
      {save.isError && <ErrorNotice error={save.error} />}
    </Form>
  );
}

const nameIn = (graph: AutomatonGraph, state: number): string =>
  state === 0 ? stateName(graph, 0) : `State ${state}: ${stateName(graph, state)}`;

const statesIn = ({ graph, layout }: ShownPicture) =>
  [...layout.scene.nodes]
    .sort((a, b) => a.state - b.state)
    .map(({ state }) => ({ value: statePlace(state), label: nameIn(graph, state) }));

function transitionsIn({ graph, selection }: ShownPicture) {
  if (selection?.kind !== 'transition') return [];
  const { from, to } = selection;
  return [
    { value: transitionPlace(from, to), label: `Transition: ${nameIn(graph, from)} → ${nameIn(graph, to)}` },
  ];
}
