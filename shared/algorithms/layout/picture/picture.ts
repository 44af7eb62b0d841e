import { formatAmount, formatCount, formatTime } from '../../../domain/figure-text.ts';
import { describeLearner } from '../../../domain/learner-text.ts';
import type { DrawnAutomaton } from '../drawn-automaton.ts';
import { type Arrangement, PLAIN_ARRANGEMENT } from '../grid/spacing.ts';
import { type Layout, layOut } from '../lay-out.ts';
import { describeCover, describeShown } from '../scene/describe.ts';
import { openingSupport, shownStates, type VisibleFilter, withLeaving } from '../shown/visible.ts';
import { type PictureLook, PLAIN_LOOK, pageRatio } from './look.ts';
import { type SceneExtras, type SvgCaption, sceneToSvg } from './svg.ts';

export interface PictureSubject {
  readonly automaton: number;
  readonly learner: string;
  readonly tagger: string;
  readonly title?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly learnedAt?: string;
  /** The parts that a shared picture leaves out, as a clause. */
  readonly leftOut?: string;
  readonly shown?: string;
  readonly figures?: string;
  readonly figure?: string;
  /** The evidence for the title. The caption shows it instead of the learner and the filters. */
  readonly source?: string;
}

export function pictureCaption(subject: PictureSubject, dialogues: number, layout: Layout): SvgCaption {
  const { filter } = layout;
  const filters = [
    filter.only ? `${formatCount(filter.only.length)} chosen states` : null,
    filter.minSupport > 1 && !filter.only ? `at least ${formatCount(filter.minSupport)} dialogues` : null,
    Number.isFinite(filter.maxDepth) ? `depth up to ${filter.maxDepth}` : null,
    filter.cover === undefined ? null : describeCover(filter.cover),
    layout.isMainOnly ? 'main transitions only' : null,
    filter.closed?.length ? `as one box: ${filter.closed.join(', ')}` : null,
    filter.chains ? 'chains as one transition' : null,
    filter.revealed?.length ? `${formatCount(filter.revealed.length)} hidden states shown anyway` : null,
  ].filter((part) => part !== null);
  const number = `Automaton ${subject.automaton}, from ${formatAmount(dialogues, 'dialogue')}`;
  const { title = number, learner, params, learnedAt } = subject;
  const values =
    params === undefined ? [] : describeLearner({ learner, params }).filter((part) => part !== false);
  // The values identify other learners.
  const how = (learner === 'paper' || values.length === 0 ? [learner, ...values] : values).join(', ');
  const { figure, source } = subject;
  if (source)
    return {
      title,
      ...(figure ? { figure } : {}),
      lines: [
        source,
        [subject.shown ?? describeShown(layout), subject.leftOut].filter((part) => part).join('; '),
      ],
    };
  return {
    title,
    ...(figure ? { figure } : {}),
    lines: [
      `${title === number ? 'Learner' : `${number}; learner`}: ${how}; tags: ${subject.tagger}${learnedAt === undefined ? '' : `; learned ${formatTime(learnedAt)}`}`,
      describeShown(layout),
      ...(subject.figures ? [`Figures: ${subject.figures}`] : []),
      `Filters: ${filters.length > 0 ? filters.join(', ') : 'none'}${subject.leftOut ? `; ${subject.leftOut}` : ''}`,
    ],
  };
}

export function layoutToSvg(
  subject: PictureSubject,
  dialogues: number,
  layout: Layout,
  extras?: SceneExtras,
): string {
  return sceneToSvg(layout.scene, pictureCaption(subject, dialogues, layout), extras);
}

/**
 * Returns an automaton as an SVG file, laid out for its page.
 * @param filter by default the filter that the app opens with (`openingSupport`)
 * @param countLeaving counts dialogues at states outside the given ones; null hides that count
 */
export function automatonToSvg(
  subject: PictureSubject,
  automaton: DrawnAutomaton,
  {
    filter = { minSupport: openingSupport(automaton), maxDepth: Number.POSITIVE_INFINITY },
    look = PLAIN_LOOK,
    direction = 'right',
    countLeaving,
  }: {
    readonly filter?: VisibleFilter;
    readonly look?: PictureLook;
    readonly direction?: Arrangement['direction'];
    readonly countLeaving?: (shown: readonly number[]) => number | null;
  } = {},
): string {
  const layout = layOut(automaton, filter, null, {
    ...PLAIN_ARRANGEMENT,
    direction,
    ratio: pageRatio(look.page),
  });
  const leaving = countLeaving?.(shownStates(layout.visibility));
  const visibility =
    leaving === undefined ? layout.visibility : withLeaving(layout.visibility, leaving, automaton);
  return layoutToSvg(subject, automaton.dialogues, { ...layout, visibility }, { look });
}
