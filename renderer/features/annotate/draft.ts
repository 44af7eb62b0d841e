import type { Annotation, AnnotationContent, AnnotationFigure } from '#shared/contract/annotations.ts';
import type { StateColour } from '#shared/contract/state-names.ts';
import { litOf, type ShownPicture } from '../../graph/shown-picture.ts';

/** An annotation as the form holds it. */
export interface Draft {
  readonly kind: 'words' | 'figure' | 'arrow' | 'highlight';
  /** A target (`statePlace`, `wayPlace`), the highlighted path, or '' for the whole picture. */
  readonly about: string;
  readonly to: string;
  readonly figure: AnnotationFigure;
  readonly text: string;
  readonly large: boolean;
  readonly colour: StateColour;
}

export const LIT = 'lit';
export const statePlace = (state: number): string => `s${state}`;
export const wayPlace = (from: number, to: number): string => `w${from}-${to}`;

/** Returns a new draft about the current selection of the picture. */
export function freshDraft(picture: ShownPicture, kind: Draft['kind'] = 'words'): Draft {
  const { selection } = picture;
  const state = selection === null ? null : selection.kind === 'state' ? selection.state : selection.to;
  const chosen = state === null ? '' : statePlace(state);
  const about =
    kind === 'figure' && selection?.kind === 'transition'
      ? wayPlace(selection.from, selection.to)
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

export function draftOf({ kind, states, ways, figure, text, large, colour }: Annotation): Draft {
  const [first, second] = states;
  const [way] = ways;
  const place = first === undefined ? '' : statePlace(first);
  const isFigure = kind === 'callout' && figure !== null;
  return {
    kind: kind === 'callout' ? (isFigure ? 'figure' : 'words') : kind,
    about: kind === 'highlight' ? '' : isFigure && way ? wayPlace(way.from, way.to) : place,
    to: statePlace(second ?? 0),
    figure: figure ?? 'share',
    text,
    large,
    colour,
  };
}

/** Returns the annotation that the form describes, or null if it is incomplete. */
export function contentOf(
  { kind, about, to, figure, text, large, colour }: Draft,
  stored: Annotation | null,
  lit: ReturnType<typeof litOf>,
): AnnotationContent | null {
  const [first, second] = about === LIT ? [] : [...about.matchAll(/\d+/g)].map(Number);
  const bare = { text: text.trim(), large, colour, figure: null, quote: null, ways: [], dx: 0, dy: 0 };
  if (kind === 'highlight') {
    const marked =
      about === LIT ? lit : about === '' ? stored : { states: first === undefined ? [] : [first], ways: [] };
    if (!marked || marked.states.length === 0) return null;
    const { states, ways } = marked;
    return { ...bare, kind: 'highlight', text: '', states: [...states], ways: [...ways] };
  }
  if (kind === 'arrow') {
    const target = Number(to.slice(1));
    return first === undefined || first === target
      ? null
      : { ...bare, kind: 'arrow', states: [first, target] };
  }
  const states = [first, second].filter((state) => state !== undefined);
  if (kind === 'figure') {
    const ways = first !== undefined && second !== undefined ? [{ from: first, to: second }] : [];
    return { ...bare, kind: 'callout', figure, states, ways };
  }
  const quote = stored?.quote ?? null;
  return bare.text === '' && !quote ? null : { ...bare, kind: 'callout', states, quote };
}
