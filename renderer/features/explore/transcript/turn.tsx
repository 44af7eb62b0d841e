import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { spokenTag } from '#shared/algorithms/layout/labels/label-text.ts';
import type { DialogueTurn, TurnTag } from '#shared/contract/corpus.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useCommandEntry } from '../../../commands/command-button.tsx';
import { useKeyHint } from '../../../commands/use-command.ts';
import { sourceOfTag } from '../../../project/describe.ts';
import { Highlighted } from '../../../project/dialogues/dialogue-finder.tsx';
import { projectQueries } from '../../../project/queries.ts';
import { TagEditor } from '../../../project/tags/tag-finder.tsx';
import { goTo } from '../../../project/view.ts';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { ChipButton, ChipContent, chipClass, Icon, RemovedChip } from '../../../ui/text/icon.tsx';
import { speakersText } from '../../../ui/text/speaker.ts';
import { QuoteButton } from '../../annotate/index.ts';
import { NoteField } from '../../notes/index.ts';
import { tagCommands, turnCommands } from '../commands.ts';
import type { TurnEditing } from './use-turn-editing.ts';

function TurnComment({ turn, editing }: { readonly turn: DialogueTurn; readonly editing: TurnEditing }) {
  const { comment } = turn;
  if (editing.commenting === turn.index) {
    return (
      <NoteField
        label={`Comment on turn ${turn.index + 1}`}
        hint="Enter saves, Esc cancels. Clear the text to delete the comment."
        action="Comment"
        maxLength={4000}
        text={comment?.text ?? ''}
        onTake={(text) => editing.setComment(turn, text)}
        onClose={() => editing.closeEditor(turn)}
      />
    );
  }
  if (!comment) return null;
  return (
    <p
      className="turn-comment flex top above-1 quiet breaks small"
      title={`${comment.author}, ${formatTime(comment.at)}`}
    >
      <Icon name="comment" />
      {comment.text}
    </p>
  );
}

interface UtteranceProps {
  readonly utterance: DialogueTurn['utterances'][number];
  readonly query: string;
  readonly tabStop: boolean;
  readonly children?: ReactNode;
}

function Utterance({ utterance: { text, original }, query, tabStop, children }: UtteranceProps) {
  const [asWritten, setAsWritten] = useState(false);
  const shown = asWritten ? (original ?? text) : text;
  return (
    <p className="utterance">
      {shown.trim() === '' ? (
        <span className="quiet">(no text)</span>
      ) : (
        <Highlighted text={shown} query={query} />
      )}
      {original !== undefined && (
        <button
          type="button"
          className="as-written rounded no-fill pointer outline pad-0-1 quiet small before-1"
          aria-pressed={asWritten}
          title={asWritten ? 'Show cleaned text' : 'Show original text'}
          tabIndex={tabStop ? 0 : -1}
          data-stop=""
          onClick={() => setAsWritten(!asWritten)}
        >
          {asWritten ? 'original' : 'cleaned'}
        </button>
      )}
      {children}
    </p>
  );
}

const ORIGINS: Readonly<Record<TurnTag['origin'], string>> = {
  person: 'set by a person',
  offline: 'from the offline tagger',
  annotations: "from the file's annotations",
  moves: 'from the moves found in the text',
  taught: 'from your answers in Teach',
  model: 'from a language model',
};

interface TurnTagsProps {
  readonly turn: DialogueTurn;
  readonly tabStop: boolean;
  readonly editing: TurnEditing;
}

function TurnTags({ turn, tabStop, editing }: TurnTagsProps) {
  const { editor } = editing;
  const withKeys = useKeyHint();
  const open = editor?.turn === turn.index;
  const tabIndex = tabStop ? 0 : -1;
  return (
    <div className="wrap flex gap-1 anchor above-1">
      {turn.tags.map((tag) => (
        <TagChip key={tag.id} turn={turn} tag={tag} tabStop={tabStop} editing={editing} />
      ))}
      {turn.removedTags.map((tag) => (
        <RemovedChip
          key={`removed ${tag.id}`}
          name={tag.name}
          tabIndex={tabIndex}
          onRestore={() => editing.restore(turn, tag)}
        />
      ))}
      <ChipButton
        icon="plus"
        label={`Add a tag to turn ${turn.index + 1}`}
        title={withKeys(tagCommands.add, 'Add a tag')}
        tabIndex={tabIndex}
        onClick={() => editing.add(turn)}
      />
      <ChipButton
        icon="comment"
        label={`Comment on turn ${turn.index + 1}`}
        title={withKeys(turnCommands.comment, turn.comment ? 'Change the comment' : 'Comment')}
        tabIndex={tabIndex}
        onClick={() => editing.comment(turn)}
      />
      <ChipButton
        icon="search"
        label={`Find turns similar to turn ${turn.index + 1}`}
        title={withKeys(turnCommands.alike, 'Find turns like this one')}
        tabIndex={tabIndex}
        onClick={() => editing.findAlike(turn)}
      />
      {open && (
        <TagEditor
          label={editor.replaces ? `Replace #${editor.replaces.name} with` : 'Add a tag'}
          run={editing.run}
          present={turn.tags.map((tag) => tag.name)}
          onTake={(name) => editing.take(turn, name)}
          onClose={() => editing.closeEditor(turn)}
        />
      )}
    </div>
  );
}

interface TagChipProps {
  readonly turn: DialogueTurn;
  readonly tag: TurnTag;
  readonly tabStop: boolean;
  readonly editing: TurnEditing;
}

function TagChip({ turn, tag, tabStop, editing }: TagChipProps) {
  const kind = tag.archived ? 'archived' : tag.origin === 'person' ? 'person' : 'machine';
  const run = useQuery(projectQueries.taggingRuns).data?.find(({ id }) => id === tag.run);
  const said = tag.archived
    ? `${ORIGINS[tag.origin]} (archived, so it is not used for learning)`
    : ORIGINS[tag.origin];
  const entry = useCommandEntry();
  return (
    <Menu
      label={`Tag ${tag.name}`}
      buttonLabel={`#${tag.name}, ${said}`}
      className={chipClass(kind)}
      title={run ? `${said} (${sourceOfTag(run)})` : said}
      button={{ 'data-stop': '', 'data-tag': tag.id, tabIndex: tabStop ? 0 : -1 }}
      opensByArrow={false}
      entries={[
        entry(tagCommands.replace, { label: 'Replace…', onSelect: () => editing.replace(turn, tag) }),
        entry(tagCommands.remove, { label: 'Remove', onSelect: () => editing.remove(turn, tag) }),
        entry(tagCommands.rename, { label: 'Rename everywhere…', onSelect: () => editing.rename(tag) }),
      ]}
    >
      <ChipContent name={tag.name} kind={kind} />
    </Menu>
  );
}

export function Turn({
  turn,
  query,
  tabStop,
  current,
  automaton,
  states,
  editing,
  onFocus,
  onHover,
}: {
  readonly turn: DialogueTurn;
  readonly query: string;
  readonly tabStop: boolean;
  readonly current: boolean;
  readonly automaton: RunId | null;
  readonly states: 'reached' | 'stopped' | 'beyond' | null;
  readonly editing: TurnEditing;
  readonly onFocus: () => void;
  readonly onHover: () => void;
}) {
  const time = turn.utterances.find((utterance) => utterance.time !== null)?.time;
  return (
    <Focusable
      as="li"
      className={`turn focus-inside of-${turn.role} ${current ? 'turn-current' : ''}`}
      tabIndex={tabStop ? 0 : -1}
      aria-label={`Turn ${turn.index + 1}, ${ROLE_NAMES[turn.role]}`}
      aria-current={current || undefined}
      onFocus={onFocus}
      onPointerEnter={onHover}
    >
      <div className="row-2 min-small">
        <span className={`role-mark role-mark-${turn.role}`} aria-hidden="true" />
        <span className="bold">{ROLE_NAMES[turn.role]}</span>
        <span className="quiet small clip">{speakersText(turn.role, turn.utterances)}</span>
        {time && <time className="quiet small rigid">{formatTime(time)}</time>}
        {states === 'reached' && <ReachedStates turn={turn} tabStop={tabStop} />}
        {states === 'stopped' && (
          <span
            className="rigid wrap to-end flex gap-1 quiet small"
            title="No transition from the previous state fits this turn"
          >
            the path ends here
          </span>
        )}
      </div>
      {turn.utterances.map((utterance, part) => (
        <Utterance key={utterance.id} utterance={utterance} query={query} tabStop={tabStop}>
          {states === 'reached' && turn.visits[0] && (
            <QuoteButton
              automaton={automaton}
              turn={turn.id}
              part={part}
              state={turn.visits[0].state}
              tabStop={tabStop}
            />
          )}
        </Utterance>
      ))}
      <TurnTags turn={turn} tabStop={tabStop} editing={editing} />
      <TurnComment turn={turn} editing={editing} />
    </Focusable>
  );
}

function ReachedStates({ turn, tabStop }: { readonly turn: DialogueTurn; readonly tabStop: boolean }) {
  return (
    <span className="rigid wrap to-end flex gap-1">
      <InPlace of={turn.visits}>
        {({ state, symbol }) => (
          <button
            type="button"
            className={`pointer fill-1 small state-link state-link-${symbol.role}`}
            aria-label={`State ${state}, reached by “${spokenTag(symbol.tag)}”`}
            title={`State ${state}, reached by “${spokenTag(symbol.tag)}”. Click to list its dialogues.`}
            tabIndex={tabStop ? 0 : -1}
            data-stop=""
            onClick={() => goTo({ kind: 'state', state })}
          >
            {state}
          </button>
        )}
      </InPlace>
    </span>
  );
}
