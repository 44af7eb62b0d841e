import { useQuery } from '@tanstack/react-query';
import type { DialogueRound, RoundTag } from '#shared/contract/corpus.ts';
import { useApi } from '../../../client/api.tsx';
import { useKeyHint, useKeyText } from '../../../commands/command-keys.ts';
import type { Command } from '../../../commands/commands.ts';
import { sourceOfTag } from '../../../project/describe.ts';
import { projectQueries } from '../../../project/queries.ts';
import { TagEditor } from '../../../project/tags/tag-editor.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { Icon } from '../../../ui/text/icon.tsx';
import { ChipContent, chipClass } from '../../../ui/text/tag-chip.tsx';
import { roundCommands, tagCommands } from '../commands.ts';
import type { RoundEditing } from './use-round-editing.ts';

const ORIGINS: Readonly<Record<RoundTag['origin'], string>> = {
  person: 'set by a person',
  offline: 'from the offline tagger',
  annotations: "from the file's annotations",
  moves: 'found as a move',
  taught: 'from your answers in Teach',
  model: 'from a language model',
};

/** Shows the tags of a turn as chips, removed ones struck through, with the editor of the open one. */
export function RoundTags({
  round,
  tabStop,
  editing,
}: {
  readonly round: DialogueRound;
  readonly tabStop: boolean;
  readonly editing: RoundEditing;
}) {
  const { editor } = editing;
  const withKeys = useKeyHint();
  const open = editor?.round === round.index;
  return (
    <div className="round-tags">
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

function TagChip({
  round,
  tag,
  tabStop,
  editing,
}: {
  readonly round: DialogueRound;
  readonly tag: RoundTag;
  readonly tabStop: boolean;
  readonly editing: RoundEditing;
}) {
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
        {
          kind: 'action',
          label: 'Replace…',
          side: side(tagCommands.replace),
          onSelect: () => editing.replace(round, tag),
        },
        {
          kind: 'action',
          label: 'Remove',
          side: side(tagCommands.remove),
          onSelect: () => editing.remove(round, tag),
        },
        {
          kind: 'action',
          label: 'Rename everywhere…',
          side: side(tagCommands.rename),
          onSelect: () => editing.rename(tag),
        },
      ]}
    >
      <ChipContent name={tag.name} kind={kind} />
    </Menu>
  );
}
