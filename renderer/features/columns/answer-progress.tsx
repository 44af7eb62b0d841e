import { useState } from 'react';
import type { AnswerEvent, ColumnAnswer } from '#shared/contract/generation.ts';
import { costText, formatCount, formatElapsed, formatMilliseconds } from '#shared/domain/figure-text.ts';
import { useClock } from '../../ui/state/notice.tsx';

export interface Progress {
  /** The request's place in the server's line, from 1; null once the request is sent. */
  readonly place: number | null;
  /** When the request was sent, in ms of the page's clock; null until then. */
  readonly sentAt: number | null;
  /** When the first and the latest piece of text arrived, in ms of the page's clock; null until then. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

export const NOT_SENT: Progress = { place: null, sentAt: null, firstAt: null, lastAt: null };

export function progressAfter(before: Progress, event: AnswerEvent, now = performance.now()): Progress {
  if (event.kind === 'waiting') return { ...before, place: event.place };
  if (event.kind === 'sent') return { ...NOT_SENT, sentAt: now };
  if (event.kind === 'again') return { ...before, firstAt: null, lastAt: null };
  if (event.kind === 'text') return { ...before, firstAt: before.firstAt ?? now, lastAt: now };
  return before;
}

/** Returns the time until the first words, and from there to the last; null if nothing was sent or streamed. */
export function paceOf({ sentAt, firstAt, lastAt }: Progress): { readMs: number; writeMs: number } | null {
  if (sentAt === null || firstAt === null || lastAt === null || lastAt === firstAt) return null;
  return { readMs: firstAt - sentAt, writeMs: lastAt - firstAt };
}

const ORDINALS = [
  'Next',
  'Second',
  'Third',
  'Fourth',
  'Fifth',
  'Sixth',
  'Seventh',
  'Eighth',
  'Ninth',
  'Tenth',
];

export function progressText({ place, sentAt }: Progress, hasText: boolean, now: number): string {
  if (place !== null) return `${ORDINALS[place - 1] ?? `Number ${place}`} in line`;
  if (sentAt === null) return 'Finding examples…';
  const what = hasText ? 'Answering…' : 'Waiting for the first words…';
  return `${what} ${formatElapsed(now - sentAt)}`;
}

/** Says what an answer took: "64.2 s · 812 tokens in, 12 out · $0.003". */
export function accountText({
  latencyMs,
  tokens,
  costUsd,
  cached,
}: Pick<ColumnAnswer, 'latencyMs' | 'tokens' | 'costUsd' | 'cached'>): string {
  return [
    cached ? 'saved answer' : formatMilliseconds(latencyMs),
    tokens && `${formatCount(tokens.input)} tokens in, ${formatCount(tokens.output)} out`,
    costUsd ? costText(costUsd) : null,
  ]
    .filter(Boolean)
    .join(' · ');
}

interface AnswerProgressProps {
  readonly progress: Progress;
  readonly hasText: boolean;
}

export function Underway({ what }: { readonly what: string }) {
  const now = useClock();
  const [since] = useState(() => performance.now());
  return (
    <span className="quiet small" role="status">
      {what}… {formatElapsed(now - since)}
    </span>
  );
}

export function AnswerProgress({ progress, hasText }: AnswerProgressProps) {
  const now = useClock();
  return (
    <span
      className="quiet small"
      role="status"
      title={
        progress.place === null
          ? undefined
          : 'The server is busy with other requests. The clock starts when this request is sent.'
      }
    >
      {progressText(progress, hasText, Math.max(now, progress.sentAt ?? 0))}
    </span>
  );
}
