import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DialogueRound, RoundTag } from '#shared/contract/corpus.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { formatTime } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useApi } from '../../../client/api.tsx';
import type { Command } from '../../../commands/commands.ts';
import { useKeyHint, useKeyText } from '../../../commands/use-command.ts';
import { sourceOfTag } from '../../../project/describe.ts';
import { Highlighted } from '../../../project/dialogues/dialogue-finder.tsx';
import { projectQueries } from '../../../project/queries.ts';
import { TagEditor } from '../../../project/tags/tag-finder.tsx';
import { goTo } from '../../../project/view.ts';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { ChipContent, chipClass, Icon } from '../../../ui/text/icon.tsx';
import { speakersText } from '../../../ui/text/speaker.ts';
import { QuoteButton } from '../../annotate/index.ts';
import { NoteField } from '../../notes/index.ts';
import { roundCommands, tagCommands } from '../commands.ts';
import type { RoundEditing } from './use-round-editing.ts';

function RoundComment({ round, editing }: { readonly round: DialogueRound; readonly editing: RoundEditing }) {
  const { comment } = round;
  if (editing.commenting === round.index) {
    return (
      <NoteField
        label={`Comment on turn ${round.index + 1}`}
        hint="Enter saves, Esc cancels. Clear the text to delete the comment."
        action="Comment"
        maxLength={4000}
        text={comment?.text ?? ''}
        onTake={(text) => editing.setComment(round, text)}
        onClose={() => editing.closeEditor(round)}
      />
    );
  }
  if (!comment) return null;
  return (
    <p
      className="round-comment flex top above-1 quiet breaks small"
      title={`${comment.author}, ${formatTime(comment.at)}`}
    >
      <Icon name="comment" />
      {comment.text}
    </p>
  );
}

interface UtteranceProps {
  readonly utterance: DialogueRound['utterances'][number];
  readonly query: string;
  readonly tabStop: boolean;
  /** Buttons for the message. */
  readonly children?: ReactNode;
}

/** Shows a message: cleaned if it was cleaned, with a button for the original text. */
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
          className="as-written rounded no-fill pointer outline pad-0-1 quiet small"
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

const ORIGINS: Readonly<Record<RoundTag['origin'], string>> = {
  person: 'set by a person',
  offline: 'from the offline tagger',
  annotations: "from the file's annotations",
  moves: 'found as a move',
  taught: 'from your answers in Teach',
  model: 'from a language model',
};

interface RoundTagsProps {
  readonly round: DialogueRound;
  readonly tabStop: boolean;
  readonly editing: RoundEditing;
}

/** Shows the tags of a turn as chips, removed ones struck through, with the editor of the open one. */
function RoundTags({ round, tabStop, editing }: RoundTagsProps) {
  const { editor } = editing;
  const withKeys = useKeyHint();
  const open = editor?.round === round.index;
  return (
    <div className="wrap flex gap-1 anchor above-1">
      {round.tags.map((tag) => (
        <TagChip key={tag.id} round={round} tag={tag} tabStop={tabStop} editing={editing} />
      ))}
      {round.removedTags.map((tag) => (
        <button
          key={`removed ${tag.id}`}
          type="button"
          className={chipClass('removed')}
          aria-label={`Restore #${tag.name}`}
          title={`#${tag.name} was removed. Restore it.`}
          tabIndex={tabStop ? 0 : -1}
          data-stop=""
          onClick={() => editing.restore(round, tag)}
        >
          <ChipContent name={tag.name} kind="removed">
            <Icon name="restore" />
          </ChipContent>
        </button>
      ))}
      <button
        type="button"
        className="chip chip-add"
        aria-label={`Add a tag to turn ${round.index + 1}`}
        title={withKeys(tagCommands.add, 'Add a tag')}
        tabIndex={tabStop ? 0 : -1}
        data-stop=""
        onClick={() => editing.add(round)}
      >
        <Icon name="plus" />
      </button>
      <button
        type="button"
        className="chip chip-add"
        aria-label={`Comment on turn ${round.index + 1}`}
        title={withKeys(roundCommands.comment, round.comment ? 'Change the comment' : 'Comment')}
        tabIndex={tabStop ? 0 : -1}
        data-stop=""
        onClick={() => editing.comment(round)}
      >
        <Icon name="comment" />
      </button>
      <button
        type="button"
        className="chip chip-add"
        aria-label={`Find turns like turn ${round.index + 1}`}
        title={withKeys(roundCommands.alike, 'Find turns like this one')}
        tabIndex={tabStop ? 0 : -1}
        data-stop=""
        onClick={() => editing.findAlike(round)}
      >
        <Icon name="search" />
      </button>
      {open && (
        <TagEditor
          label={editor.replaces ? `Replace #${editor.replaces.name} by` : 'Add a tag'}
          run={editing.run}
          present={round.tags.map((tag) => tag.name)}
          onTake={(name) => editing.take(round, name)}
          onClose={() => editing.closeEditor(round)}
        />
      )}
    </div>
  );
}

interface TagChipProps {
  readonly round: DialogueRound;
  readonly tag: RoundTag;
  readonly tabStop: boolean;
  readonly editing: RoundEditing;
}

function TagChip({ round, tag, tabStop, editing }: TagChipProps) {
  const kind = tag.archived ? 'archived' : tag.origin === 'person' ? 'person' : 'machine';
  const queries = projectQueries(useApi().client);
  const run = useQuery(queries.taggingRuns).data?.find(({ id }) => id === tag.run);
  const said = tag.archived ? `${ORIGINS[tag.origin]}; archived, so not learned from` : ORIGINS[tag.origin];
  const keyText = useKeyText();
  const side = (command: Command) => keyText(command) ?? undefined;
  return (
    <Menu
      label={`Tag ${tag.name}`}
      buttonLabel={`#${tag.name}, ${said}`}
      className={chipClass(kind)}
      title={run ? `${said} (${sourceOfTag(run)})` : said}
      button={{ 'data-stop': '', 'data-tag': tag.id, tabIndex: tabStop ? 0 : -1 }}
      opensByArrow={false}
      entries={[
        { label: 'Replace…', side: side(tagCommands.replace), onSelect: () => editing.replace(round, tag) },
        { label: 'Remove', side: side(tagCommands.remove), onSelect: () => editing.remove(round, tag) },
        { label: 'Rename everywhere…', side: side(tagCommands.rename), onSelect: () => editing.rename(tag) },
      ]}
    >
      <ChipContent name={tag.name} kind={kind} />
    </Menu>
  );
}

/** Shows one turn: its speaker and text, its tags, and the states it led to. */
export function Round({
  round,
  query,
  tabStop,
  current,
  automaton,
  states,
  editing,
  onFocus,
  onHover,
}: {
  readonly round: DialogueRound;
  readonly query: string;
  /** True for the one turn of the transcript that is a tab stop. */
  readonly tabStop: boolean;
  readonly current: boolean;
  readonly automaton: RunId | null;
  /** The remark about the states it reached; null without an automaton. */
  readonly states: 'reached' | 'stopped' | 'beyond' | null;
  readonly editing: RoundEditing;
  readonly onFocus: () => void;
  readonly onHover: () => void;
}) {
  const time = round.utterances.find((utterance) => utterance.time !== null)?.time;
  return (
    <Focusable
      as="li"
      className={`round of-${round.role} ${current ? 'round-current' : ''}`}
      tabIndex={tabStop ? 0 : -1}
      aria-label={`Turn ${round.index + 1}, ${ROLE_NAMES[round.role]}`}
      aria-current={current || undefined}
      onFocus={onFocus}
      onPointerEnter={onHover}
    >
      <div className="row-2 min-small">
        <span className={`role-mark role-mark-${round.role}`} aria-hidden="true" />
        <span className="bold">{ROLE_NAMES[round.role]}</span>
        <span className="quiet small clip">{speakersText(round.role, round.utterances)}</span>
        {time && <time className="quiet small rigid">{formatTime(time)}</time>}
        {states === 'reached' && <ReachedStates round={round} tabStop={tabStop} />}
        {states === 'stopped' && (
          <span
            className="rigid wrap to-end flex gap-1 quiet small"
            title="This turn has no transition from the state before"
          >
            leaves the automaton here
          </span>
        )}
      </div>
      {round.utterances.map((utterance, part) => (
        <Utterance key={utterance.id} utterance={utterance} query={query} tabStop={tabStop}>
          {states === 'reached' && round.visits[0] && (
            <QuoteButton
              automaton={automaton}
              round={round.id}
              part={part}
              state={round.visits[0].state}
              tabStop={tabStop}
            />
          )}
        </Utterance>
      ))}
      <RoundTags round={round} tabStop={tabStop} editing={editing} />
      <RoundComment round={round} editing={editing} />
    </Focusable>
  );
}

function ReachedStates({ round, tabStop }: { readonly round: DialogueRound; readonly tabStop: boolean }) {
  return (
    <span className="rigid wrap to-end flex gap-1">
      <InPlace of={round.visits}>
        {({ state, symbol }) => (
          <button
            type="button"
            className={`state-link state-link-${symbol.role}`}
            aria-label={`State ${state}, reached by ${symbol.tag}`}
            title={`#${symbol.tag} → state ${state}: show its dialogues`}
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
