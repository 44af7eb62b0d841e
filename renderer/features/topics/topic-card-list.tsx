import { useRef, useState } from 'react';
import type { TopicCard, TopicCards } from '#shared/contract/topics.ts';
import { useCommand } from '../../commands/use-command.ts';
import { Notice } from '../../ui/state/notice.tsx';
import { topicsCommands } from './commands.ts';
import { type PickedUp, showDialoguesOf, TopicCardItem } from './topic-card-item.tsx';
import { useTopicEdit } from './use-topic-edit.ts';

/** Lists the topics. A card or dialogue is dragged onto another card, by mouse or by keys. */
export function TopicCardList({
  topics,
  isPreview,
}: {
  readonly topics: TopicCards['topics'];
  /** True while the cards show another number of topics; then nothing can be edited. */
  readonly isPreview: boolean;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [picked, setPicked] = useState<PickedUp | null>(null);
  const edit = useTopicEdit();
  const at = Math.max(
    0,
    topics.findIndex(({ name }) => name === current),
  );
  const topic = topics[at];

  const goTo = (index: number): void => {
    const next = topics[index];
    if (!next) return;
    setCurrent(next.name);
    const item = list.current?.children[index];
    if (item instanceof HTMLElement) item.focus();
  };
  const merge = (from: string, into: string): void =>
    edit.mutate({ kind: 'merge', topic: from, into }, { onSuccess: () => setCurrent(into) });
  const drop = (what: PickedUp, on: TopicCard): void => {
    setPicked(null);
    if (what.topic === on.name) return;
    if (what.kind === 'topic') merge(what.topic, on.name);
    else edit.mutate({ kind: 'teach', dialogue: what.example.dialogue, topic: on.name });
  };
  const rename = (from: string, name: string): void => {
    setRenaming(null);
    if (name !== from)
      edit.mutate({ kind: 'rename', topic: from, name }, { onSuccess: () => setCurrent(name) });
  };
  const split = (name: string): void => edit.mutate({ kind: 'split', topic: name });

  const free = !isPreview && topic !== undefined;
  useCommand(topicsCommands.next, topics.length > 0 ? () => goTo(current === null ? 0 : at + 1) : null);
  useCommand(topicsCommands.previous, topics.length > 0 ? () => goTo(at - 1) : null);
  useCommand(topicsCommands.rename, free ? () => setRenaming(topic.name) : null);
  useCommand(topicsCommands.split, free && topic.splits ? () => split(topic.name) : null);
  useCommand(topicsCommands.dialogues, topic ? () => showDialoguesOf(topic.name) : null);
  useCommand(topicsCommands.take, free ? () => setPicked({ kind: 'topic', topic: topic.name }) : null);
  useCommand(
    topicsCommands.takeExample,
    free
      ? () => {
          const number = Number(document.activeElement?.getAttribute('data-sentence') ?? 0);
          const example = topic.examples[number];
          if (example) setPicked({ kind: 'example', topic: topic.name, example });
        }
      : null,
  );
  useCommand(topicsCommands.drop, picked && topic ? () => drop(picked, topic) : null);
  useCommand(topicsCommands.letGo, picked ? () => setPicked(null) : null);

  return (
    <>
      {picked && (
        <Notice kind="info">
          {picked.kind === 'topic'
            ? `You picked up “${picked.topic}”. Go to another topic and press Enter to merge it in. Esc cancels.`
            : `You picked up “${picked.example.text}”. Go to the topic of this dialogue and press Enter. Dialogues like it follow. Esc cancels.`}
        </Notice>
      )}
      <ul className="scroll card-grid" aria-label="Topics" aria-busy={isPreview} ref={list}>
        {topics.map((card, index) => (
          <TopicCardItem
            key={card.name}
            card={card}
            others={topics.flatMap(({ name }) => (name === card.name ? [] : name))}
            isCurrent={index === at}
            isPicked={picked?.kind === 'topic' && picked.topic === card.name}
            isRenaming={renaming === card.name && !isPreview}
            isFixed={isPreview}
            onFocus={() => setCurrent(card.name)}
            onRename={(name) => (name === null ? setRenaming(null) : rename(card.name, name))}
            onStartRename={() => setRenaming(card.name)}
            onSplit={() => split(card.name)}
            onMerge={(into) => merge(card.name, into)}
            onPick={setPicked}
            onDrop={() => picked && drop(picked, card)}
          />
        ))}
      </ul>
    </>
  );
}
