import { useState } from 'react';
import type { AgreementResult } from '#shared/contract/agreement.ts';
import { figureText, formatAmount, formatCount, formatShare } from '#shared/domain/figure-text.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { BEST_NOTE, bestClass, bestOf } from '../../../ui/lists/best.ts';
import { SortHead } from '../../../ui/lists/sort-head.tsx';
import { type AgreementColumn, caution, kappaInterval, sortTags } from './agreement-texts.ts';

const COLUMNS: readonly { readonly id: AgreementColumn; readonly label: string; readonly title: string }[] = [
  { id: 'name', label: 'Tag', title: 'Sort by name' },
  { id: 'both', label: 'Both', title: 'Turns that both sides tag with it' },
  { id: 'leftOnly', label: 'Left only', title: 'Turns that only the left side tags with it' },
  { id: 'rightOnly', label: 'Right only', title: 'Turns that only the right side tags with it' },
  {
    id: 'agreement',
    label: 'Agreement',
    title: 'Turns on which the sides agree, with or without the tag',
  },
  {
    id: 'positive',
    label: 'Positive',
    title: 'Share of turns tagged by both, among those tagged by either',
  },
  { id: 'kappa', label: 'Cohen’s κ', title: 'Agreement beyond chance, with a 95 % interval' },
  { id: 'prevalence', label: 'Prevalence', title: 'Share of turns with the tag, averaged over the sides' },
];

/** Rows shown at first; a vocabulary of thousands would be slow to lay out. */
const SHOWN = 200;

/** A table of every tag that either side gives, sortable. */
export function AgreementTable({ result }: { readonly result: AgreementResult }) {
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
  return (
    <>
      <table className="agreement-table">
        <caption className="visually-hidden">Agreement on every tag</caption>
        <thead>
          <tr>
            {COLUMNS.map(({ id, label, title }) => {
              const on = sorting?.column === id;
              return (
                <SortHead
                  key={id}
                  className={id === 'name' ? '' : 'number'}
                  title={title}
                  sorted={on}
                  descending={sorting?.descending ?? false}
                  onSort={() =>
                    setSorting({ column: id, descending: on ? !sorting.descending : id !== 'name' })
                  }
                >
                  {label}
                </SortHead>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {tags.map((tag) => {
            const mind = caution(tag);
            const mark = (figure: keyof typeof best): string =>
              mind === null ? bestClass(tag[figure], best[figure]) : '';
            return (
              <tr key={tag.name}>
                <th scope="row" className="clip" title={tag.name}>
                  #{tag.name}
                </th>
                <td className="number">{formatCount(tag.both)}</td>
                <td className="number">{formatCount(tag.leftOnly)}</td>
                <td className="number">{formatCount(tag.rightOnly)}</td>
                <td className={`number ${mark('agreement')}`}>
                  {tag.agreement === null ? '–' : formatShare(tag.agreement)}
                </td>
                <td className={`number ${mark('positive')}`}>{formatShare(tag.positive)}</td>
                <td className={`number ${mind ? 'quiet' : ''}`} title={mind ?? undefined}>
                  <span className={mark('kappa')}>{figureText(tag.kappa, { digits: 2 })}</span>{' '}
                  <span className="quiet small">{kappaInterval(tag.interval)}</span>
                  {mind && <span className="visually-hidden">. {mind}</span>}
                </td>
                <td className="number">{formatShare(tag.prevalence)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {sound.length > 1 && <p className="quiet small">{BEST_NOTE}</p>}
      {tags.length < sorted.length && (
        <Button onClick={() => setAll(true)}>Show all {formatAmount(sorted.length, 'tag')}</Button>
      )}
    </>
  );
}
