import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { FigureTable } from '../../../ui/lists/figure-table.tsx';
import { NO_PRICE, type PriceRow } from './provider-form.ts';
import '../providers.css';

interface PricesTableProps {
  readonly rows: readonly PriceRow[];
  readonly error: string | null;
  readonly onChange: (rows: readonly PriceRow[]) => void;
}

/** Edits the prices of models. Without a price an estimate counts only tokens. */
export function PricesTable({ rows, error, onChange }: PricesTableProps) {
  const change = (at: number, part: Partial<PriceRow>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div className="stack-2 models-prices">
      {rows.length > 0 && (
        <FigureTable
          caption="Prices in US dollars per million tokens"
          columns={[
            {
              name: 'Model',
              value: ({ row, index }) => (
                <input
                  className="input"
                  aria-label={`Model of line ${index + 1}`}
                  value={row.model}
                  spellCheck={false}
                  onChange={(event) => change(index, { model: event.target.value })}
                />
              ),
            },
            {
              name: 'In, $ per million',
              value: ({ row, index, name }) => (
                <input
                  className="input number"
                  inputMode="decimal"
                  aria-label={`Input price of ${name}`}
                  value={row.inputUsd}
                  onChange={(event) => change(index, { inputUsd: event.target.value })}
                />
              ),
            },
            {
              name: 'Out, $ per million',
              value: ({ row, index, name }) => (
                <input
                  className="input number"
                  inputMode="decimal"
                  aria-label={`Output price of ${name}`}
                  value={row.outputUsd}
                  onChange={(event) => change(index, { outputUsd: event.target.value })}
                />
              ),
            },
            {
              name: 'Remove',
              hidden: true,
              value: ({ index, name }) => (
                <IconButton
                  icon="close"
                  label={`Remove the price of ${name}`}
                  onClick={() => onChange(rows.filter((_, other) => other !== index))}
                />
              ),
            },
          ]}
          rows={rows.map((row, index) => ({ row, index, name: row.model || `line ${index + 1}` }))}
        />
      )}
      {error && (
        <p className="small danger" role="alert">
          {error}
        </p>
      )}
      <div className="models-row apart flex middle gap-4">
        <p className="quiet small">
          {rows.length === 0
            ? 'Without a price, estimates show tokens only. Check your provider’s price list.'
            : 'Estimates and budgets use these prices. Check your provider’s price list.'}
        </p>
        <Button small icon="plus" onClick={() => onChange([...rows, NO_PRICE])}>
          Add a price
        </Button>
      </div>
    </div>
  );
}
