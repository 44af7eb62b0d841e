import { useRef, useState } from 'react';
import type { MoveCard, RoleMoves } from '#shared/contract/moves.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { useCommand } from '../../commands/use-command.ts';
import { useTagEdits } from '../../project/tags/tag-finder.tsx';
import { Notice } from '../../ui/state/notice.tsx';
import { MoveCardItem } from './move-card-item.tsx';
import { changeMoves, movesCommands, type PickedUp, useMoveEdit, useMoves } from './moves-state.ts';

interface MoveCardListProps {
  readonly run: RunId;
  readonly role: RoleMoves;
  /** True while the cards show another number of moves; then nothing can be edited. */
  readonly isPreview: boolean;
}

export function MoveCardList({ run, role, isPreview }: MoveCardListProps) {
  const list = useRef<HTMLUListElement>(null);
  const open = useMoves((state) => state.open);
  const [current, setCurrent] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [taken, setTaken] = useState<PickedUp | null>(null);
  const edit = useMoveEdit(run);
  const { apply } = useTagEdits(run);
  const at = Math.max(
    0,
    role.moves.findIndex(({ name }) => name === current),
  );
  const move = role.moves[at];

  const goTo = (index: number): void => {
    const next = role.moves[index];
    if (!next) return;
    setCurrent(next.name);
    const item = list.current?.children[index];
    if (item instanceof HTMLElement) item.focus();
  };
  const drop = (what: PickedUp, on: MoveCard): void => {
    setTaken(null);
    if (what.move === on.name) return;
    if (what.kind === 'sentence')
      void apply({ kind: 'replace', round: what.sentence.round, tag: what.tag, by: on.name });
    else
      edit.mutate(
        { kind: 'merge', role: role.role, move: what.move, into: on.name },
        { onSuccess: () => setCurrent(on.name) },
      );
  };
  const rename = (from: string, name: string): void => {
    setRenaming(null);
    if (name === from || name === '') return;
    edit.mutate({ kind: 'rename', role: role.role, move: from, name }, { onSuccess: () => setCurrent(name) });
  };
  const split = (what: MoveCard): void => edit.mutate({ kind: 'split', role: role.role, move: what.name });
  const show = (name: string): void => changeMoves({ open: open === name ? null : name });

  const free = !isPreview && move !== undefined;
  useCommand(movesCommands.next, role.moves.length > 0 ? () => goTo(current === null ? 0 : at + 1) : null);
  useCommand(movesCommands.previous, role.moves.length > 0 ? () => goTo(at - 1) : null);
  useCommand(movesCommands.rename, free ? () => setRenaming(move.name) : null);
  useCommand(movesCommands.split, free && move.splits ? () => split(move) : null);
  useCommand(movesCommands.rounds, move ? () => show(move.name) : null);
  useCommand(movesCommands.take, free ? () => setTaken({ kind: 'move', move: move.name }) : null);
  useCommand(
    movesCommands.takeSentence,
    free
      ? () => {
          const number = Number(document.activeElement?.getAttribute('data-sentence') ?? 0);
          const sentence = [...move.central, ...move.borderline][number];
          if (sentence && move.tag !== null)
            setTaken({ kind: 'sentence', move: move.name, tag: move.tag, sentence });
        }
      : null,
  );
  useCommand(movesCommands.drop, taken && move ? () => drop(taken, move) : null);
  useCommand(movesCommands.letGo, taken ? () => setTaken(null) : null);

  return (
    <>
      {taken && (
        <Notice kind="info">
          {taken.kind === 'move'
            ? `You picked up #${taken.move}. Go to another move and press Enter to merge them. Esc cancels.`
            : `You picked up “${taken.sentence.text}”. Go to its move and press Enter. Esc cancels.`}
        </Notice>
      )}
      <ul
        className="scroll card-grid"
        aria-label={`Moves of the ${ROLE_NAMES[role.role]}`}
        aria-busy={isPreview}
        ref={list}
      >
        {role.moves.map((card, index) => (
          <MoveCardItem
            key={card.name}
            card={card}
            role={role.role}
            others={role.moves.flatMap(({ name }) => (name === card.name ? [] : name))}
            isCurrent={index === at}
            isOpen={open === card.name}
            isTaken={taken?.kind === 'move' && taken.move === card.name}
            isRenaming={renaming === card.name && !isPreview}
            isFixed={isPreview}
            onFocus={() => setCurrent(card.name)}
            onRename={(name) => (name === null ? setRenaming(null) : rename(card.name, name))}
            onStartRename={() => setRenaming(card.name)}
            onSplit={() => split(card)}
            onShow={() => show(card.name)}
            onTake={setTaken}
            onDrop={() => taken && drop(taken, card)}
          />
        ))}
      </ul>
    </>
  );
}
