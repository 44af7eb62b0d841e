import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { z } from 'zod';
import { nearestNames } from '#shared/algorithms/vocabulary/spelling.ts';
import { formatShare } from '#shared/domain/figure-text.ts';
import type { DialogueId } from '#shared/domain/ids.ts';
import type { Command } from '../../commands/commands.ts';
import { useCommand } from '../../commands/use-command.ts';
import { takeFocus } from '../../ui/hooks/focus.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Form } from '../../ui/inputs/field.tsx';
import { Focusable } from '../../ui/panes/focusable.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { openInExplore } from '../mode.ts';
import './card-deck.css';

interface Card {
  readonly name: string;
  readonly share: number;
  readonly splits: boolean;
}

interface Sentence {
  readonly text: string;
  readonly dialogue: DialogueId;
  /** The index of the sentence's turn in its dialogue, from 0; 0 by default. */
  readonly position?: number;
}

interface PickedUp<Of extends Card, Said extends Sentence> {
  readonly from: Of;
  readonly sentence: Said | null;
}

interface CardDeckProps<Of extends Card, Said extends Sentence> {
  readonly label: string;
  readonly cards: readonly Of[];
  readonly kind: string;
  readonly sign?: string;
  readonly schema: z.ZodType<string>;
  /** True while the cards are a preview of another number of cards. A preview cannot be edited. */
  readonly isPreview: boolean;
  readonly commands: Readonly<
    Record<
      'next' | 'previous' | 'rename' | 'split' | 'show' | 'take' | 'takeSentence' | 'drop' | 'letGo',
      Command
    >
  >;
  readonly sentencesOf: (card: Of) => readonly Said[];
  readonly givesSentences?: (card: Of) => boolean;
  readonly describe: (picked: PickedUp<Of, Said>) => string;
  readonly onShow: (card: Of) => void;
  readonly onMerge: (from: string, into: string, done: () => void) => void;
  readonly onPlace: (sentence: Said, from: Of, on: Of) => void;
  readonly onRename: (from: string, name: string, done: () => void) => void;
  readonly onSplit: (name: string) => void;
  readonly className?: string;
  readonly labelOf: (card: Of) => string;
  readonly figureOf: (card: Of) => ReactNode;
  readonly bodyOf: (card: Of, sentence: (said: Said, number: number) => ReactNode) => ReactNode;
  readonly footOf: (card: Of) => ReactNode;
  readonly moreOf?: (card: Of, merge: (into: string) => void) => ReactNode;
}

export function CardDeck<Of extends Card, Said extends Sentence>(deck: CardDeckProps<Of, Said>) {
  const { cards, sign = '', isPreview, commands, sentencesOf, givesSentences = () => true } = deck;
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [picked, setPicked] = useState<PickedUp<Of, Said> | null>(null);
  const at = Math.max(
    0,
    cards.findIndex(({ name }) => name === current),
  );
  const card = cards[at];

  const goTo = (index: number): void => {
    const next = cards[index];
    if (!next) return;
    setCurrent(next.name);
    const item = list.current?.children[index];
    if (item instanceof HTMLElement) item.focus();
  };
  const merge = (from: string, into: string): void => deck.onMerge(from, into, () => setCurrent(into));
  const drop = ({ from, sentence }: PickedUp<Of, Said>, on: Of): void => {
    setPicked(null);
    if (from.name === on.name) return;
    if (sentence === null) merge(from.name, on.name);
    else deck.onPlace(sentence, from, on);
  };
  const rename = (from: string, name: string | null): void => {
    setRenaming(null);
    if (name !== null && name !== from && name !== '') deck.onRename(from, name, () => setCurrent(name));
  };
  const takeSentence = (from: Of): void => {
    const number = Number(document.activeElement?.getAttribute('data-sentence') ?? 0);
    const sentence = sentencesOf(from)[number];
    if (sentence && givesSentences(from)) setPicked({ from, sentence });
  };

  const free = !isPreview && card !== undefined;
  useCommand(commands.next, cards.length > 0 ? () => goTo(current === null ? 0 : at + 1) : null);
  useCommand(commands.previous, cards.length > 0 ? () => goTo(at - 1) : null);
  useCommand(commands.rename, free ? () => setRenaming(card.name) : null);
  useCommand(commands.split, free && card.splits ? () => deck.onSplit(card.name) : null);
  useCommand(commands.show, card ? () => deck.onShow(card) : null);
  useCommand(commands.take, free ? () => setPicked({ from: card, sentence: null }) : null);
  useCommand(commands.takeSentence, free ? () => takeSentence(card) : null);
  useCommand(commands.drop, picked && card ? () => drop(picked, card) : null);
  useCommand(commands.letGo, picked ? () => setPicked(null) : null);

  const rendered = (one: Of, index: number) => {
    const { name, share } = one;
    const isRenaming = renaming === name && !isPreview;
    const sentence = (said: Said, number: number) => (
      <CardSentence
        key={`${number} ${said.text}`}
        sentence={said}
        number={number}
        onTake={isPreview || !givesSentences(one) ? null : () => setPicked({ from: one, sentence: said })}
        onLetGo={() => setPicked(null)}
      />
    );
    return (
      <DropCard
        key={name}
        className={deck.className}
        label={deck.labelOf(one)}
        dragged={isPreview || isRenaming ? null : name}
        isCurrent={index === at}
        isTaken={picked?.sentence === null && picked.from.name === name}
        isFixed={isPreview}
        onFocus={() => setCurrent(name)}
        onTake={() => setPicked({ from: one, sentence: null })}
        onLetGo={() => setPicked(null)}
        onDrop={() => picked && drop(picked, one)}
      >
        <div className="row-2 drop-card-head">
          {isRenaming ? (
            <CardNameField
              name={name}
              others={cards.flatMap((other) => (other.name === name ? [] : other.name))}
              sign={sign}
              kind={deck.kind}
              schema={deck.schema}
              onDone={(typed) => rename(name, typed)}
            />
          ) : (
            <h3 className="clip" title={`${sign}${name}`}>
              {sign}
              {name}
            </h3>
          )}
          {deck.figureOf(one)}
        </div>
        <meter
          className="drop-card-share wide no-border fill-3"
          min={0}
          max={1}
          value={share}
          title={formatShare(share)}
          aria-hidden="true"
        />
        {deck.bodyOf(one, sentence)}
        <div className="row-2 drop-card-foot wrap">
          {deck.footOf(one)}
          <Button small kind="quiet" disabled={isPreview} onClick={() => setRenaming(name)}>
            Rename
          </Button>
          <Button small kind="quiet" disabled={isPreview || !one.splits} onClick={() => deck.onSplit(name)}>
            Split
          </Button>
          {deck.moreOf?.(one, (into) => merge(name, into))}
        </div>
      </DropCard>
    );
  };
  return (
    <>
      {picked && <Notice kind="info">{deck.describe(picked)}</Notice>}
      <ul
        className="scroll card-grid gap-3 pad-3 grid"
        aria-label={deck.label}
        aria-busy={isPreview}
        ref={list}
      >
        {cards.map(rendered)}
      </ul>
    </>
  );
}

interface CardNameFieldProps {
  readonly name: string;
  readonly others: readonly string[];
  readonly sign: string;
  readonly kind: string;
  readonly schema: z.ZodType<string>;
  readonly onDone: (name: string | null) => void;
}

function CardNameField({ name, others, sign, kind, schema, onDone }: CardNameFieldProps) {
  const [text, setText] = useState(name);
  const [near, setNear] = useState<string | null>(null);
  const parsed = schema.safeParse(text);
  const submit = (typed: string): void => {
    const isNew = typed !== name && !others.includes(typed);
    const [found] = isNew && near === null ? nearestNames(typed, others, 1) : [];
    if (found === undefined) onDone(typed);
    else setNear(others[found] ?? null);
  };
  const typed = parsed.success ? parsed.data : text.trim();
  return (
    <Form
      className="grow"
      onSubmit={() => {
        if (parsed.success) submit(parsed.data);
      }}
    >
      <input
        className="input"
        aria-label={`New name for ${sign}${name}`}
        aria-invalid={!parsed.success}
        title={parsed.success ? undefined : parsed.error.issues[0]?.message}
        value={text}
        ref={takeFocus}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          setText(event.target.value);
          setNear(null);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') onDone(null);
        }}
        onBlur={() => onDone(null)}
      />
      {near && (
        <p className="small warning" role="status">
          No {kind} is called {sign}
          {typed}. Did you mean {sign}
          {near}? Press Enter to use the name you typed, or Esc to cancel.
        </p>
      )}
    </Form>
  );
}

function DropCard({
  label,
  className = '',
  dragged,
  isCurrent,
  isTaken,
  isFixed,
  onFocus,
  onTake,
  onLetGo,
  onDrop,
  children,
}: {
  readonly label: string;
  readonly className?: string;
  /** Identifies the card in a drag, as text; null if the card cannot be dragged. */
  readonly dragged: string | null;
  readonly isCurrent: boolean;
  readonly isTaken: boolean;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
  readonly onTake: () => void;
  readonly onLetGo: () => void;
  readonly onDrop: () => void;
  readonly children: ReactNode;
}) {
  const [isOver, setOver] = useState(false);
  const classes = ['drop-card', className, isOver && 'drop-card-over', isTaken && 'drop-card-taken'];
  return (
    <Focusable
      as="li"
      className={classes.filter(Boolean).join(' ')}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      aria-current={isCurrent}
      draggable={dragged !== null}
      onFocus={onFocus}
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', dragged ?? '');
        onTake();
      }}
      onDragEnd={onLetGo}
      onDragOver={(event: DragEvent) => {
        if (isFixed) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        onDrop();
      }}
    >
      {children}
    </Focusable>
  );
}

interface CardSentenceProps {
  readonly sentence: Sentence;
  readonly number: number;
  /** Null while the sentence cannot be dragged. */
  readonly onTake: (() => void) | null;
  readonly onLetGo: () => void;
}

function CardSentence({
  sentence: { text, dialogue, position = 0 },
  number,
  onTake,
  onLetGo,
}: CardSentenceProps) {
  return (
    <li
      draggable={onTake !== null}
      onDragStart={(event) => {
        event.stopPropagation();
        event.dataTransfer.setData('text/plain', text);
        onTake?.();
      }}
      onDragEnd={(event) => {
        event.stopPropagation();
        onLetGo();
      }}
    >
      <button
        type="button"
        className="card-sentence clamp wide breaks no-border no-fill pointer text-1 pad-half-0 to-start"
        data-sentence={number}
        title="Show its dialogue"
        onClick={() => openInExplore(dialogue, position)}
      >
        {text}
      </button>
    </li>
  );
}

interface CardAmountProps {
  readonly label: string;
  readonly cut: number;
  readonly most: number;
  readonly asked: number | null;
  readonly commands: Readonly<Record<'more' | 'fewer', Command>>;
  readonly isPending: boolean;
  readonly onAsk: (amount: number | null) => void;
  readonly onApply: (amount: number) => void;
}

export function CardAmount({
  label,
  cut,
  asked,
  commands,
  isPending,
  onAsk,
  onApply,
  ...rest
}: CardAmountProps) {
  // The preview returns the number it was cut into, so the current number is remembered until it is applied.
  const [standing, setStanding] = useState(cut);
  if (asked === null && standing !== cut) setStanding(cut);
  const amount = asked ?? cut;
  // People may have split cards further than the slider's usual maximum.
  const most = Math.max(standing, rest.most);
  const ask = (next: number): void => onAsk(next === standing ? null : Math.max(1, Math.min(most, next)));
  useCommand(commands.more, amount < most ? () => ask(amount + 1) : null);
  useCommand(commands.fewer, amount > 1 ? () => ask(amount - 1) : null);
  return (
    <div className="row-2 no-wrap">
      <label className="row-2">
        {label}{' '}
        <input
          type="range"
          min={1}
          max={most}
          value={amount}
          onChange={(event) => ask(event.target.valueAsNumber)}
        />
      </label>
      <output className="number">{amount}</output>
      {asked !== null && (
        <>
          <Button small kind="primary" pending={isPending} onClick={() => onApply(amount)}>
            Apply
          </Button>
          <Button small kind="quiet" onClick={() => onAsk(null)}>
            Back to {standing}
          </Button>
        </>
      )}
    </div>
  );
}
