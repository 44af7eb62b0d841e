import type { ReplayedCase } from '#shared/contract/simulator.ts';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { PART_NAMES, PARTS, partText } from '../words.ts';
import './cases.css';

/** Compares each case before and now, part by part. */
export function ReplayTable({ items }: { readonly items: readonly ReplayedCase[] }) {
  if (items.length === 0) return <p className="quiet">No case changed.</p>;
  return (
    <Focusable as="section" className="sim-replayed" aria-label="Replayed cases">
      <table>
        <thead>
          <tr>
            <th scope="col">Case</th>
            {PARTS.map((part) => (
              <th key={part} scope="col">
                {PART_NAMES[part]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                {item.name}
                {item.remark && <span className="quiet small sim-remark">{item.remark}</span>}
              </th>
              {item.failed === null ? (
                PARTS.map((part) => <PartCell key={part} item={item} part={part} />)
              ) : (
                <td colSpan={PARTS.length}>Not replayed: {item.failed}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Focusable>
  );
}

function PartCell({ item, part }: { readonly item: ReplayedCase; readonly part: (typeof PARTS)[number] }) {
  const { before, after, difference } = item;
  if (after === null || !difference?.changed.includes(part)) return <td className="quiet">same</td>;
  return (
    <td>
      {part === 'examples' && (
        <span className="small">
          {difference.keptExamples} of {before.examples.length} kept
        </span>
      )}
      <del>{partText(part, before)}</del>
      <ins>{partText(part, after)}</ins>
    </td>
  );
}
