import { useState } from 'react';
import type { VocabularySort, VocabularyTag } from '#shared/contract/vocabulary.ts';
import { formatCount, formatTime } from '#shared/domain/figure-text.ts';
import { known } from '#shared/domain/known.ts';
import { RowGap, useTableRows } from '../../../ui/lists/table-rows.tsx';
import { changeVocabulary, toggleChosen, useVocabulary } from '../vocabulary-state.ts';
import './tags.css';
import { SortHead } from '../../../ui/lists/sort-head.tsx';

const COLUMNS: readonly {
  readonly key: string;
  readonly label: string;
  readonly sort: VocabularySort | null;
  readonly number: boolean;
}[] = [
  { key: 'name', label: 'Tag', sort: 'name', number: false },
  { key: 'rounds', label: 'Turns', sort: 'rounds', number: true },
  { key: 'user', label: 'Customer', sort: null, number: true },
  { key: 'system', label: 'Agent', sort: null, number: true },
  { key: 'dialogues', label: 'Dialogues', sort: 'dialogues', number: true },
  { key: 'first', label: 'First seen', sort: 'first-seen', number: true },
  { key: 'last', label: 'Last seen', sort: 'last-seen', number: true },
];

/** The table of tags. Arrows move, Enter shows the details, Space selects several to act on together. */
export function TagTable({ tags }: { readonly tags: readonly VocabularyTag[] }) {
  const { sort, descending, tag: shownTag, chosen } = useVocabulary();
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      tags.findIndex(({ id }) => id === shownTag),
    ),
  );
  const at = Math.min(active, tags.length - 1);
  const { box, items, gapBefore, gapAfter, move } = useTableRows(tags.length, at, setActive);
  return (
    <div ref={box} className="long-table tag-table">
      <table aria-rowcount={tags.length + 1} aria-label="Tags">
        <thead>
          <tr aria-rowindex={1}>
            <th className="tag-table-choose" scope="col">
              <span className="visually-hidden">Chosen</span>
            </th>
            {COLUMNS.map(({ key, label, sort: by, number }) => {
              const className = `tag-table-${key}${number ? ' number' : ''}`;
              const sorted = by === sort;
              return by === null ? (
                <th key={key} scope="col" className={className}>
                  {label}
                </th>
              ) : (
                <SortHead
                  key={key}
                  className={className}
                  sorted={sorted}
                  descending={descending}
                  onSort={() => changeVocabulary({ sort: by, descending: sorted ? !descending : number })}
                >
                  {label}
                </SortHead>
              );
            })}
          </tr>
        </thead>
        <tbody
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (event.key === ' ' && event.target instanceof HTMLButtonElement) {
              event.preventDefault();
              toggleChosen(known(tags[at], `tag ${at}`).id);
            } else if (move(event.key)) event.preventDefault();
          }}
        >
          {items.map(({ index }, position) => {
            const tag = known(tags[index], `tag ${index}`);
            return (
              <TagRow
                key={tag.id}
                tag={tag}
                index={index}
                gapPx={gapBefore(position)}
                active={index === at}
                shown={tag.id === shownTag}
                chosen={chosen.includes(tag.id)}
                onOpen={() => {
                  setActive(index);
                  changeVocabulary({ tag: tag.id });
                }}
              />
            );
          })}
          <RowGap px={gapAfter} columns={COLUMNS.length + 1} />
        </tbody>
      </table>
    </div>
  );
}

function TagRow({
  tag,
  index,
  gapPx,
  active,
  shown,
  chosen,
  onOpen,
}: {
  readonly tag: VocabularyTag;
  readonly index: number;
  readonly gapPx: number;
  readonly active: boolean;
  readonly shown: boolean;
  readonly chosen: boolean;
  readonly onOpen: () => void;
}) {
  const orBlank = (count: number): string => (count > 0 ? formatCount(count) : '');
  return (
    <>
      <RowGap px={gapPx} columns={COLUMNS.length + 1} />
      <tr className={shown ? 'long-row chosen' : 'long-row'} aria-rowindex={index + 2}>
        <td className="tag-table-choose">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Choose #${tag.name}`}
            checked={chosen}
            onChange={() => toggleChosen(tag.id)}
          />
        </td>
        <td className="clip">
          <button
            type="button"
            className="long-row-button"
            data-row={index}
            tabIndex={active ? 0 : -1}
            aria-pressed={shown}
            title={tag.description || undefined}
            onClick={onOpen}
          >
            #{tag.name}
          </button>
          {tag.archived && <span className="quiet small"> archived</span>}
        </td>
        <td className="number">{formatCount(tag.rounds)}</td>
        <td className="number">{orBlank(tag.byRole.user)}</td>
        <td className="number">{orBlank(tag.byRole.system)}</td>
        <td className="number">{orBlank(tag.dialogues)}</td>
        <td className="number">{sightingText(tag.firstSeen)}</td>
        <td className="number">{sightingText(tag.lastSeen)}</td>
      </tr>
    </>
  );
}

/** Returns the day, or the number of the turn in import order if there are no times. */
export function sightingText(sighting: VocabularyTag['firstSeen']): string {
  if (sighting === null) return '';
  return sighting.time === null
    ? `turn ${formatCount(sighting.round)}`
    : formatTime(sighting.time).replace(/,.*/, '');
}
