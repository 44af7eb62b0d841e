import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { AgreementResult } from '#shared/contract/agreement.ts';
import type { Side } from '#shared/contract/review.ts';
import { figureText, formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import type { RunId } from '#shared/domain/ids.ts';
import { client, native } from '../../../client/api.ts';
import { about } from '../../../client/queries.ts';
import { CommandButton } from '../../../commands/command-button.tsx';
import { taggerName } from '../../../project/describe.ts';
import type { ViewProps } from '../../../project/feature.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { SelectField } from '../../../ui/inputs/field.tsx';
import { BEST_NOTE, bestClass, bestOf, type Column, FigureTable } from '../../../ui/lists/figure-table.tsx';
import { askToConfirm } from '../../../ui/overlays/dialog.tsx';
import { tell, useAction } from '../../../ui/overlays/toasts.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { EmptyState, LoadingState, ResultLine, Unanswered } from '../../../ui/state/notice.tsx';
import { taggingCommands } from '../../tagging/index.ts';
import { reviewQueries, showAgreement, showQueue, showStart, useReview } from '../commands.ts';
import {
  type AgreementColumn,
  caution,
  describeAgreement,
  kappaInterval,
  sortTags,
} from './agreement-texts.ts';
import './agreement.css';

/** Rows shown at first; a vocabulary of thousands would be slow to lay out. */
const SHOWN = 200;

type Tag = AgreementResult['tags'][number];

const figure = (
  sort: AgreementColumn,
  name: string,
  help: string,
  value: (tag: Tag) => ReactNode,
): Column<Tag, AgreementColumn> => ({ ...{ sort, name, help, value }, className: 'number' });

function AgreementTable({ result }: { readonly result: AgreementResult }) {
  const [sorting, setSorting] = useState<{ column: AgreementColumn; descending: boolean } | null>(null);
  const [all, setAll] = useState(false);
  const sorted = sorting ? sortTags(result.tags, sorting.column, sorting.descending) : result.tags;
  const tags = all ? sorted : sorted.slice(0, SHOWN);
  // Figures with a warning are not marked as best.
  const sound = result.tags.filter((tag) => caution(tag) === null);
  const best = {
    agreement: bestOf(sound.map(({ agreement }) => agreement)),
    positive: bestOf(sound.map(({ positive }) => positive)),
    kappa: bestOf(sound.map(({ kappa }) => kappa)),
  };
  const mark = (tag: Tag, of: keyof typeof best): string =>
    caution(tag) === null ? bestClass(tag[of], best[of]) : '';
  return (
    <>
      <FigureTable
        className="agreement-table wide"
        caption="Agreement for each tag"
        columns={[
          {
            name: 'Tag',
            help: 'Sort by name',
            sort: 'name',
            isName: true,
            cellClass: () => 'clip',
            title: ({ name }) => name,
            value: ({ name }) => `#${name}`,
          },
          figure('both', 'Both', 'Turns with the tag on both sides', ({ both }) => formatCount(both)),
          figure('leftOnly', 'Left only', 'Turns with the tag on the left side only', (tag) =>
            formatCount(tag.leftOnly),
          ),
          figure('rightOnly', 'Right only', 'Turns with the tag on the right side only', (tag) =>
            formatCount(tag.rightOnly),
          ),
          {
            ...figure(
              'agreement',
              'Agreement',
              'Turns where both sides use the tag, or neither does',
              ({ agreement }) => (agreement === null ? '–' : formatShare(agreement)),
            ),
            cellClass: (tag) => mark(tag, 'agreement'),
          },
          {
            ...figure(
              'positive',
              'Positive',
              'Share of turns with the tag on both sides, among the turns with the tag on at least one side',
              ({ positive }) => formatShare(positive),
            ),
            cellClass: (tag) => mark(tag, 'positive'),
          },
          {
            ...figure('kappa', 'Cohen’s κ', 'Agreement beyond chance, with a 95 % interval', (tag) => {
              const mind = caution(tag);
              return (
                <>
                  <span className={mark(tag, 'kappa')}>{figureText(tag.kappa, { digits: 2 })}</span>{' '}
                  <span className="quiet small">{kappaInterval(tag.interval)}</span>
                  {mind && <span className="visually-hidden">. {mind}</span>}
                </>
              );
            }),
            cellClass: (tag) => (caution(tag) ? 'quiet' : ''),
            title: (tag) => caution(tag) ?? undefined,
          },
          figure(
            'prevalence',
            'Prevalence',
            'Share of turns with the tag (average of both sides)',
            ({ prevalence }) => formatShare(prevalence),
          ),
        ]}
        rows={tags}
        keyOf={({ name }) => name}
        sorting={{
          by: sorting?.column,
          descending: sorting?.descending ?? false,
          onSort: (column) =>
            setSorting({
              column,
              descending: sorting?.column === column ? !sorting.descending : column !== 'name',
            }),
        }}
      />
      {sound.length > 1 && <p className="quiet small">{BEST_NOTE}</p>}
      {tags.length < sorted.length && (
        <Button onClick={() => setAll(true)}>Show all {formatAmount(sorted.length, 'tag')}</Button>
      )}
    </>
  );
}

interface Comparable {
  readonly runs: readonly { readonly id: RunId; readonly tagger: string }[];
  readonly shown: RunId | null;
  readonly corrected: readonly { readonly run: RunId }[];
  readonly files: readonly { readonly id: number }[];
}

export function usualLeft({ runs, shown, corrected }: Comparable): Side | undefined {
  const run = (corrected.find((one) => one.run === shown) ?? corrected[0])?.run;
  if (run !== undefined) return { kind: 'people', run };
  const [first] = runs;
  const machine = shown ?? first?.id;
  return machine === undefined ? undefined : { kind: 'run', run: machine };
}

/** Returns another person's file, the corrected run, another run of the same tagger, or the corrected tags. */
export function usualRight(left: Side, comparable: Comparable): Side | undefined {
  const { runs, files } = comparable;
  const file = files.find(({ id }) => left.kind !== 'file' || id !== left.file);
  if (file) return { kind: 'file', file: file.id };
  if (left.kind === 'file') return usualLeft(comparable);
  if (left.kind === 'people') return { kind: 'run', run: left.run };
  const tagger = runs.find(({ id }) => id === left.run)?.tagger;
  const again = runs.find((run) => run.id !== left.run && run.tagger === tagger);
  return again ? { kind: 'run', run: again.id } : { kind: 'people', run: left.run };
}

const sideKey = (side: Side): string => JSON.stringify(side);

interface AgreementViewProps extends ViewProps {
  readonly onExport: () => void;
}

export function AgreementView({ shown, onExport }: AgreementViewProps) {
  const opened = useQuery(reviewQueries.files);
  const files = opened.data ?? [];
  const corrected = useQuery(reviewQueries.corrected);
  const chosen = useReview((state) => state.sides);
  const options: { value: string; label: string; side: Side }[] = [
    ...shown.runs.flatMap((run) => {
      const name = `run ${run.id} (${taggerName(run.tagger)})`;
      const sides = [
        { label: name, side: { kind: 'run', run: run.id } as const },
        { label: `my corrections to ${name}`, side: { kind: 'people', run: run.id } as const },
      ];
      return sides.map((one) => ({ ...one, value: sideKey(one.side) }));
    }),
    ...files.map((file) => {
      const side = { kind: 'file', file: file.id } as const;
      return { label: `${file.author} (${file.name})`, side, value: sideKey(side) };
    }),
  ];
  const valid = (side: Side | undefined) =>
    options.find(({ value }) => side && value === sideKey(side))?.side;
  const comparable = {
    runs: shown.runs,
    shown: shown.run?.id ?? null,
    corrected: corrected.data ?? [],
    files,
  };
  const isKnown = !corrected.isPending && !opened.isPending;
  const left = valid(chosen?.left) ?? (isKnown ? usualLeft(comparable) : undefined);
  const right = valid(chosen?.right) ?? (left && isKnown ? usualRight(left, comparable) : undefined);
  const result = useQuery(reviewQueries.agreement(left, right));
  const open = useAction(
    async () => {
      const [path] = await native.chooseFilesToImport();
      return path === undefined ? null : client.agreement.openFile({ path });
    },
    {
      meta: about('runs'),
      onSuccess: (file) => {
        if (!file) return;
        showAgreement({ ...chosen, right: { kind: 'file', file: file.id } });
        const unknown =
          file.unknown > 0 ? `; ignored ${formatAmount(file.unknown, 'line')} about other dialogues` : '';
        tell(`Opened ${file.name}: ${formatAmount(file.turns, 'turn')}${unknown}.`);
      },
    },
  );
  const review = useAction(
    (sides: { left: Side; right: Side }) =>
      client.review.open({
        order: 'disagreement',
        run: runOf(sides.left) ?? runOf(sides.right) ?? shown.run?.id ?? null,
        ...sides,
        includeChecked: true,
      }),
    { onSuccess: (queue) => showQueue(queue.id) },
  );

  if (!left || !right)
    return isKnown ? (
      <EmptyState title="Nothing to compare yet" action={<CommandButton command={taggingCommands.run} />}>
        Here you compare two people or taggers that tagged the same turns.
      </EmptyState>
    ) : (
      <LoadingState />
    );
  return (
    <Focusable as="section" className="stack-4 agreement focus-inside" aria-label="Agreement">
      <div className="row-2 wrap apart">
        <h2 className="large">Agreement between two sets of tags</h2>
        <span className="row-2">
          <Button small onClick={onExport}>
            Export my corrections…
          </Button>
          <Button small does={open}>
            Open another person’s corrections…
          </Button>
          <Button small onClick={showStart}>
            Back to the review
          </Button>
        </span>
      </div>
      <div className="review-fields wide gap-3 grid">
        {(['left', 'right'] as const).map((place) => (
          <SelectField
            key={place}
            label={place === 'left' ? 'Left' : 'Right'}
            value={sideKey(place === 'left' ? left : right)}
            options={options}
            onChange={(wanted) => {
              const side = options.find(({ value }) => value === wanted)?.side;
              if (side) showAgreement({ ...chosen, [place]: side });
            }}
          />
        ))}
      </div>
      {!result.isSuccess && <Unanswered of={result} loading="Comparing…" />}
      {result.data && (
        <Figures
          result={result.data}
          left={left}
          right={right}
          run={runOf(left) ?? runOf(right) ?? shown.run?.id ?? null}
          onReview={() => review.mutate({ left, right })}
        />
      )}
    </Focusable>
  );
}

const runOf = (side: Side): RunId | null => (side.kind === 'file' ? null : side.run);

interface FiguresProps {
  readonly result: AgreementResult;
  readonly left: Side;
  readonly right: Side;
  readonly run: RunId | null;
  readonly onReview: () => void;
}

function Figures({ result, left, right, run, onReview }: FiguresProps) {
  const { turns, exact, pooled, macroKappa, macroTags } = result;
  if (turns === 0) {
    return (
      <EmptyState
        title="The sides have no turns in common"
        action={<Button onClick={showStart}>Review turns</Button>}
      >
        Corrections cover only the turns a person checked. Review some turns first, or choose other sides.
      </EmptyState>
    );
  }
  const apart = turns - exact;
  return (
    <>
      <ResultLine sentences={[describeAgreement(result)]} />
      <dl className="agreement-figures grid hides rounded outline">
        <div>
          <dt>Turns compared</dt>
          <dd>{formatCount(turns)}</dd>
          <dd className="quiet small">
            of {formatCount(result.left.turns)} on the left, {formatCount(result.right.turns)} on the right
          </dd>
        </div>
        <div>
          <dt>Equal tags</dt>
          <dd>{formatShare(exact / turns)}</dd>
          <dd className="quiet small">{formatAmount(exact, 'turn')}</dd>
        </div>
        <div>
          <dt>Cohen’s κ, pooled</dt>
          <dd>{figureText(pooled.kappa, { digits: 2 })}</dd>
          <dd className="quiet small">{kappaInterval(pooled.interval) || 'no interval'}</dd>
        </div>
        <div>
          <dt>Cohen’s κ, mean over tags</dt>
          <dd>{figureText(macroKappa, { digits: 2 })}</dd>
          <dd className="quiet small">{formatAmount(macroTags, 'tag')}</dd>
        </div>
      </dl>
      <div className="row-2">
        <Button kind="primary" disabled={apart === 0} onClick={onReview}>
          {apart === 0 ? 'No disagreements to review' : `Review ${formatAmount(apart, 'disagreement')}`}
        </Button>
        <TakeAll
          take="left"
          title={result.left.title}
          sides={{ left, right }}
          run={run}
          disabled={apart === 0}
        />
        <TakeAll
          take="right"
          title={result.right.title}
          sides={{ left, right }}
          run={run}
          disabled={apart === 0}
        />
      </div>
      <AgreementTable result={result} />
    </>
  );
}

interface TakeAllProps {
  readonly take: 'left' | 'right';
  readonly title: string;
  readonly sides: { readonly left: Side; readonly right: Side };
  readonly run: RunId | null;
  readonly disabled: boolean;
}

function TakeAll({ take, title, sides, run, disabled }: TakeAllProps) {
  const input = { ...sides, take, run };
  const apply = useAction(() => client.agreement.takeAll({ ...input, apply: true }), {
    onSuccess: ({ turns }) => tell(`Changed ${formatAmount(turns, 'turn')}. You can undo this in one step.`),
  });
  const count = useAction(() => client.agreement.takeAll(input), {
    onSuccess: ({ turns, added, removed }) =>
      askToConfirm({
        title: `Use all tags from ${title}`,
        verb: `Change ${formatAmount(turns, 'turn')}`,
        onConfirm: () => apply.mutate(),
        children: (
          <p>
            {formatAmount(turns, 'turn')} would change: {formatAmount(added, 'tag')} added,{' '}
            {formatCount(removed)} removed. You can undo this in one step.
          </p>
        ),
      }),
  });
  return (
    <Button disabled={disabled} does={count}>
      Use all tags from the {take}…
    </Button>
  );
}
