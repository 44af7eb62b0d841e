import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagNameSchema } from '#shared/contract/base.ts';
import type { MoveCard, MoveCards, RoleMoves } from '#shared/contract/moves.ts';
import type { Project } from '#shared/contract/projects.ts';
import { ROLE_NAMES, type Role } from '#shared/domain/dialogue.ts';
import { formatAmount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId, TagId } from '#shared/domain/ids.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { useCommand, useKeyScope } from '../../commands/use-command.ts';
import { CardAmount, CardDeck } from '../../project/cards/card-deck.tsx';
import type { ViewProps } from '../../project/feature.ts';
import { useTagEdits } from '../../project/tags/tag-finder.tsx';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { openDialog } from '../../ui/overlays/dialog.tsx';
import { Tabs } from '../../ui/panes/tabs.tsx';
import { EmptyState, ErrorNotice, LoadingState, Unanswered } from '../../ui/state/notice.tsx';
import { corpusCommands } from '../corpus/index.ts';
import { moveNamingCommands } from '../move-naming/index.ts';
import { taggingCommands } from '../tagging/index.ts';
import { TurnList, vocabularyQueries } from '../vocabulary/index.ts';
import { CuesDialog } from './cues-dialog.tsx';
import { changeMoves, movesCommands, movesQueries, useMoveEdit, useMoves } from './moves-state.ts';
import './moves.css';

interface MoveCardListProps {
  readonly run: RunId;
  readonly role: RoleMoves;
  readonly isPreview: boolean;
}

function MoveCardList({ run, role: { role, moves }, isPreview }: MoveCardListProps) {
  const open = useMoves((state) => state.open);
  const edit = useMoveEdit(run);
  const { apply } = useTagEdits(run);
  const show = ({ name }: MoveCard): void => changeMoves({ open: open === name ? null : name });
  return (
    <CardDeck
      label={`Moves of the ${ROLE_NAMES[role]}`}
      cards={moves}
      kind="move"
      sign="#"
      schema={tagNameSchema}
      isPreview={isPreview}
      commands={{ ...movesCommands, show: movesCommands.turns }}
      sentencesOf={({ central, borderline }) => [...central, ...borderline]}
      givesSentences={({ tag }) => tag !== null}
      describe={({ from, sentence }) =>
        sentence === null
          ? `You picked up #${from.name}. Go to another move and press Enter to merge them. Esc cancels.`
          : `You picked up “${sentence.text}”. Go to its move and press Enter. Esc cancels.`
      }
      onShow={show}
      onMerge={(move, into, done) => edit.mutate({ kind: 'merge', role, move, into }, { onSuccess: done })}
      onPlace={({ turn }, { tag }, on) => {
        if (tag !== null) void apply({ kind: 'replace', turn, tag, by: on.name });
      }}
      onRename={(move, name, done) => edit.mutate({ kind: 'rename', role, move, name }, { onSuccess: done })}
      onSplit={(move) => edit.mutate({ kind: 'split', role, move })}
      className={`of-${role}`}
      labelOf={({ name, share }) => `#${name}, ${formatShare(share)} of the turns`}
      figureOf={(card) => (
        <button
          type="button"
          className="link number"
          aria-expanded={open === card.name}
          title={`Show the ${formatAmount(card.turns, 'turn')}`}
          onClick={() => show(card)}
        >
          {formatShare(card.share)}
        </button>
      )}
      bodyOf={({ name, central, borderline, before, after }, sentence) => (
        <>
          <ul aria-label={`Typical sentences of #${name}`}>{central.map(sentence)}</ul>
          {borderline.length > 0 && (
            <>
              <p className="quiet small">Close to another move</p>
              <ul className="move-sentences-borderline" aria-label={`Borderline sentences of #${name}`}>
                {borderline.map((shown, at) => sentence(shown, central.length + at))}
              </ul>
            </>
          )}
          <dl className="move-neighbours grid gap-0-2 small">
            <dt>Before</dt>
            <Neighbours of={before} outside="start" />
            <dt>After</dt>
            <Neighbours of={after} outside="end" />
          </dl>
        </>
      )}
      footOf={({ stability }) => (
        <span
          className="quiet small"
          title="How consistently this move is found in samples of 70 % of the dialogues (mean best Jaccard index)"
        >
          {stability === null ? '' : `Stability: ${formatShare(stability)}`}
        </span>
      )}
    />
  );
}

function Neighbours({ of, outside }: { readonly of: MoveCard['before']; readonly outside: string }) {
  return (
    <dd>
      {of.length === 0 && 'nothing'}
      {of.map(({ name, share }) => (
        <span key={name ?? ''}>
          {name === null ? outside : `#${name}`} {formatShare(share)}
        </span>
      ))}
    </dd>
  );
}

const FIRST = 20;

export function MoveTurns({ run, role }: { readonly run: RunId; readonly role: RoleMoves }) {
  const open = useMoves((state) => state.open);
  const move = role.moves.find(({ name }) => name === open);
  if (!move || move.tag === null) return null;
  return <Turns key={move.tag} run={run} role={role} name={move.name} tag={move.tag} />;
}

interface TurnsProps {
  readonly run: RunId;
  readonly role: RoleMoves;
  readonly name: string;
  readonly tag: TagId;
}

function Turns({ run, role, name, tag }: TurnsProps) {
  const [limit, setLimit] = useState(FIRST);
  const filter = { tagged: [tag], role: role.role };
  const turns = useQuery(vocabularyQueries(run).turns(filter, limit));
  return (
    <section className="panel move-turns" aria-label={`Turns of #${name}`}>
      <div className="panel-head">
        <h2 className="clip">#{name}</h2>
        <IconButton icon="close" label="Close the turns" onClick={() => changeMoves({ open: null })} />
      </div>
      <div className="stack-3 scroll pad-3">
        {turns.isError && <ErrorNotice error={turns.error} />}
        {turns.isPending && <LoadingState />}
        {turns.data && (
          <>
            <p className="quiet small">
              {formatAmount(turns.data.total, 'turn')} whose first or second move is this one
            </p>
            <TurnList label={`Turns with #${name}`} turns={turns.data.items} onOpen={() => undefined} />
            {turns.data.total > turns.data.items.length && limit < 1000 && (
              <Button small kind="quiet" onClick={() => setLimit(Math.min(1000, limit * 2))}>
                Show more
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

const ROLE_TABS: readonly { readonly value: Role; readonly label: string }[] = [
  { value: 'system', label: 'Agent' },
  { value: 'user', label: 'Customer' },
];

export function MovesView({ project, shown }: ViewProps) {
  const run = shown.run?.tagger === 'moves' ? shown.run.id : null;
  const role = useMoves((state) => state.role);
  const [number, setNumber] = useState<{ readonly role: Role; readonly moves: number } | null>(null);
  const asked = number?.role === role ? number : null;
  const cards = useQuery(movesQueries(run).cards(asked));
  useKeyScope('moves');
  useCommand(movesCommands.otherRole, () => changeMoves({ role: role === 'user' ? 'system' : 'user' }));
  const openCues = (): void => {
    if (cards.data) openDialog(CuesDialog, { run: cards.data.run, role });
  };
  useCommand(movesCommands.cues, cards.data ? openCues : null);
  if (!cards.isSuccess) return <Unanswered of={cards} loading="Reading the moves…" />;
  if (cards.data === null)
    return <NoMoves project={project} hasRun={shown.runs.some(({ tagger }) => tagger === 'moves')} />;
  const own = cards.data.roles.find((found) => found.role === role) ?? cards.data.roles[0];
  if (!own) return <NoMoves project={project} hasRun />;
  return (
    <div className="moves fill" id="moves-panel" role="tabpanel" aria-labelledby={`moves-panel-${role}`}>
      <section className="panel grow shrink" aria-label="Moves">
        <div className="panel-head">
          <Tabs
            label="Role"
            value={own.role}
            options={ROLE_TABS}
            panelId="moves-panel"
            onChange={(next) => {
              setNumber(null);
              changeMoves({ role: next, open: null });
            }}
          />
          <HowMany
            key={own.role}
            run={cards.data.run}
            role={own}
            asked={asked?.moves ?? null}
            onAsk={(moves) => setNumber(moves === null ? null : { role: own.role, moves })}
          />
          <About cards={cards.data} role={own} />
          <Button small onClick={openCues}>
            Cues…
          </Button>
          <CommandButton small command={moveNamingCommands.run}>
            Name with a model…
          </CommandButton>
        </div>
        <MoveCardList
          key={own.role}
          run={cards.data.run}
          role={own}
          isPreview={asked !== null || cards.isPlaceholderData}
        />
      </section>
      <MoveTurns run={cards.data.run} role={own} />
    </div>
  );
}

function NoMoves({ project, hasRun }: { readonly project: Project; readonly hasRun: boolean }) {
  const none = project.counts.dialogues === 0;
  return (
    <EmptyState
      title={hasRun ? 'These moves cannot be regrouped' : 'No moves yet'}
      action={
        <CommandButton kind="primary" command={none ? corpusCommands.import : taggingCommands.run}>
          {none ? 'Import files…' : 'Tag dialogues…'}
        </CommandButton>
      }
    >
      {hasRun
        ? 'To regroup these moves, first run the Moves tagger again. Your decisions are kept.'
        : 'A move says what a turn does, such as asking for details or apologizing. Run the Moves tagger, then name, merge and split the moves here.'}
    </EmptyState>
  );
}

function About({ cards, role }: { readonly cards: MoveCards; readonly role: RoleMoves }) {
  const all = role.moves.reduce((sum, { turns }) => sum + turns, role.otherTurns);
  return (
    <p
      className="to-end shrink quiet small clip"
      role="status"
      title={
        cards.method === 'support'
          ? cards.why
          : `${cards.why} Sentences were compared using ${cards.encoder}.`
      }
    >
      {formatAmount(role.moves.length, 'move')}
      {all > 0 && `, ${formatShare(role.otherTurns / all)} of ${ROLE_NAMES[role.role]} turns untagged`}
      {cards.left > 0 && `. ${formatAmount(cards.left, 'decision')} could not be applied`}
    </p>
  );
}

interface HowManyProps {
  readonly run: RunId;
  readonly role: RoleMoves;
  readonly asked: number | null;
  readonly onAsk: (moves: number | null) => void;
}

function HowMany({ run, role: { role, cut, most }, asked, onAsk }: HowManyProps) {
  const edit = useMoveEdit(run);
  return (
    <CardAmount
      label="Number of moves"
      cut={cut}
      most={Math.min(most, 60)}
      asked={asked}
      commands={movesCommands}
      isPending={edit.isPending}
      onAsk={onAsk}
      onApply={(moves) => edit.mutate({ kind: 'cut', role, moves }, { onSuccess: () => onAsk(null) })}
    />
  );
}
