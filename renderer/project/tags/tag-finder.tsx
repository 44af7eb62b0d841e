import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { tagNameSchema } from '#shared/contract/base.ts';
import { type EditOutcome, tagsAreMoves } from '#shared/contract/tagging.ts';
import { formatAmount, formatTime } from '#shared/domain/figure-text.ts';
import type { RunId, TagId, TurnId } from '#shared/domain/ids.ts';
import { client } from '../../client/api.ts';
import { about } from '../../client/queries.ts';
import { Combobox } from '../../ui/inputs/combobox.tsx';
import { SelectField } from '../../ui/inputs/field.tsx';
import { tell, tellError } from '../../ui/overlays/toasts.tsx';
import { describeRun } from '../describe.ts';
import { projectQueries } from '../queries.ts';
import { useShownAutomaton } from '../use-shown-automaton.ts';

interface KnownTag {
  readonly name: string;
  readonly turns: number;
}

type TagSuggestion =
  | { readonly kind: 'known' | 'nearest'; readonly name: string; readonly turns: number }
  | { readonly kind: 'new'; readonly name: string };

interface TagSuggestions {
  readonly options: readonly TagSuggestion[];
  /** Says that the text cannot be a tag, that no tag has this name, or that the turn has it already. */
  readonly message: string | null;
}

interface FoundTags {
  readonly known: readonly KnownTag[];
  readonly nearest: readonly KnownTag[];
  /** False while both lists still belong to an earlier text. */
  readonly isSettled: boolean;
}

/**
 * Returns the tag of this name, then tags that contain the text or, if there are none, similar ones.
 * A new name comes last, so that a typo creates no tag. `present` are tags of the turn.
 */
export function suggestTags(
  text: string,
  { known, nearest, isSettled }: FoundTags,
  present: readonly string[],
): TagSuggestions {
  const letters = text.trim().replace(/^#/, '').toLowerCase();
  // Results for an earlier text must not be offered, because Enter would choose them.
  const found = known.filter(({ name }) => name.toLowerCase().includes(letters));
  const near = isSettled && found.length === 0 ? nearest : [];
  const isFree = ({ name }: KnownTag): boolean => !present.includes(name);
  const options: TagSuggestion[] = [
    ...found.filter(isFree).map(({ name, turns }) => ({ kind: 'known' as const, name, turns })),
    ...near.filter(isFree).map(({ name, turns }) => ({ kind: 'nearest' as const, name, turns })),
  ];
  if (text.trim() === '') return { options, message: null };

  const parsed = tagNameSchema.safeParse(text);
  if (!parsed.success)
    return { options, message: parsed.error.issues[0]?.message ?? 'This cannot be a tag.' };
  const name = parsed.data;
  if (present.includes(name)) return { options, message: `#${name} is already on this turn.` };
  const typed = options.find((option) => option.name === name);
  if (typed) return { options: [typed, ...options.filter((option) => option !== typed)], message: null };
  // If the text resembles a tag on the turn, no new one is offered.
  const meant = options.length === 0 ? [...found, ...near] : near.slice(0, 1);
  const there = meant.find((tag) => present.includes(tag.name));
  const isNear = options.some(({ kind }) => kind === 'nearest');
  return {
    options: isSettled ? [...options, { kind: 'new', name }] : options,
    message: there
      ? `#${there.name} is already on this turn.`
      : isNear
        ? `There is no tag #${name}. Did you mean one of these?`
        : null,
  };
}

export interface ChosenTag {
  readonly id: TagId | null;
  readonly name: string;
}

interface TagFinderProps {
  readonly label: string;
  readonly run: RunId | null;
  readonly allowNew: boolean;
  readonly without: readonly string[];
  readonly onPick: (tag: ChosenTag) => void;
  readonly onClose: () => void;
}

export function TagFinder({ label, run, allowNew, without, onPick, onClose }: TagFinderProps) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | null>(null);
  const wanted = text.trim().replace(/^#/, '').slice(0, 200);
  const found = useQuery({ ...projectQueries.vocabulary(run, wanted), placeholderData: keepPreviousData });
  const known = found.data?.items ?? [];
  const nearest = found.data?.nearest ?? [];
  const isSettled = found.isSuccess && !found.isPlaceholderData;
  const suggested = suggestTags(text, { known, nearest, isSettled }, without);
  const options = suggested.options.filter(({ kind }) => allowNew || kind !== 'new');
  const isAsking = options.some(({ kind, name }) => kind === 'new' && name === asked);
  const none = isSettled && options.length === 0 && !allowNew ? 'No tag contains these letters.' : null;
  const message = isAsking
    ? `There is no tag #${asked} yet. Enter creates it, Esc goes back.`
    : (suggested.message ?? none);
  return (
    <Combobox
      label={label}
      query={text}
      onQuery={(typed) => {
        setAsked(null);
        setText(typed);
      }}
      onEscape={() => (isAsking ? setAsked(null) : onClose())}
      onLeave={onClose}
      onPick={({ kind, name }) => {
        if (kind === 'new' && !isAsking) setAsked(name);
        else onPick({ name, id: [...known, ...nearest].find((tag) => tag.name === name)?.id ?? null });
      }}
      message={found.isError ? 'The known tags could not be loaded.' : message}
      options={options
        .filter(({ kind }) => kind === 'new' || !isAsking)
        .map((option) => ({
          ...option,
          key: `${option.kind} ${option.name}`,
          text: option.kind === 'new' ? `Create #${option.name}` : `#${option.name}`,
          side: option.kind === 'new' ? 'new tag' : formatAmount(option.turns, 'turn'),
        }))}
    />
  );
}

interface TagEditorProps {
  readonly label: string;
  readonly run: RunId | null;
  readonly present: readonly string[];
  readonly onTake: (name: string) => void;
  readonly onClose: () => void;
}

export function TagEditor({ label, run, present, onTake, onClose }: TagEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <div ref={box} className="stack tag-editor rounded-large outline floats fill-1 pad-1 shadow">
      <TagFinder
        label={label}
        run={run}
        allowNew
        without={present}
        onPick={({ name }) => onTake(name)}
        onClose={onClose}
      />
    </div>
  );
}

interface RunFieldProps {
  readonly label: string;
  readonly run: RunId | null;
  /** Adds an explanation: a run of moves is ranked by the offline tagger's words. */
  readonly finds?: boolean;
  readonly onChange: (run: RunId) => void;
}

export function RunField({ label, run, finds = false, onChange }: RunFieldProps) {
  const { runs } = useShownAutomaton();
  const isOfMoves = runs.some(({ id, tagger }) => id === run && tagsAreMoves(tagger));
  return (
    <SelectField
      className="field-wide"
      label={label}
      hint={
        finds && isOfMoves
          ? 'States and routes use these moves. To rank examples, Dialogram also uses the offline tagger’s tags, because they distinguish turns better.'
          : undefined
      }
      value={run}
      options={runs.map((one) => ({
        value: one.id,
        label: `${describeRun(one)}, ${formatTime(one.finishedAt ?? one.startedAt)}`,
      }))}
      onChange={onChange}
    />
  );
}

export type TagEdit =
  | { readonly kind: 'add'; readonly turn: TurnId; readonly name: string }
  | { readonly kind: 'remove'; readonly turn: TurnId; readonly tag: TagId }
  | { readonly kind: 'replace'; readonly turn: TurnId; readonly tag: TagId; readonly by: string }
  | {
      readonly kind: 'rename';
      readonly tag: TagId;
      readonly name: string;
      readonly merge: boolean;
      readonly reason?: string;
    }
  | { readonly kind: 'comment'; readonly turn: TurnId; readonly text: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

export function useTagEdits(run: RunId | null) {
  const edit = useMutation({
    mutationFn: (change: TagEdit): Promise<EditOutcome> => {
      switch (change.kind) {
        case 'add':
          return client.tagging.addTag({ turn: change.turn, run, tag: change.name });
        case 'remove':
          return client.tagging.removeTag({ turn: change.turn, run, tag: change.tag });
        case 'replace':
          return client.tagging.replaceTag({ turn: change.turn, run, tag: change.tag, by: change.by });
        case 'rename':
          return client.tagging.renameTag({
            tag: change.tag,
            name: change.name,
            merge: change.merge,
            reason: change.reason,
          });
        case 'comment':
          return client.notes.comment({ turn: change.turn, text: change.text });
        case 'undo':
          return client.tagging.undo();
        case 'redo':
          return client.tagging.redo();
      }
    },
    onSuccess: (outcome, change) => {
      // Undo and redo may have changed something out of view, so say what.
      if (outcome.edit && (change.kind === 'undo' || change.kind === 'redo')) {
        tell(`${change.kind === 'undo' ? 'Undone' : 'Redone'}: ${outcome.edit.description}`, 'info');
      }
    },
    meta: about('tags', 'notes'),
    onError: (error, change) => {
      // Renaming shows its errors at the name field.
      if (change.kind !== 'rename') tellError(error);
    },
  });
  return {
    apply: edit.mutateAsync,
    undo: () => edit.mutate({ kind: 'undo' }),
    redo: () => edit.mutate({ kind: 'redo' }),
  };
}
