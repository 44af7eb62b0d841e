import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { NO_PRICE, type PriceRow } from './provider-form.ts';
import './editor.css';

/** Edits the prices of models. Without a price an estimate counts only tokens. */
export function PricesTable({
  rows,
  error,
  onChange,
}: {
  readonly rows: readonly PriceRow[];
  readonly error: string | null;
  readonly onChange: (rows: readonly PriceRow[]) => void;
}) {
  const change = (at: number, part: Partial<PriceRow>): void =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...part } : row)));
  return (
    <div className="stack-2 models-prices">
      {rows.length > 0 && (
        <table>
          <caption className="visually-hidden">Prices in US dollars per million tokens</caption>
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">In, $ per million</th>
              <th scope="col">Out, $ per million</th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <InPlace of={rows}>
              {(row, index) => {
                const name = row.model || `line ${index + 1}`;
                return (
                  <tr>
                    <td>
                      <input
                        className="input"
                        aria-label={`Model of line ${index + 1}`}
                        value={row.model}
                        spellCheck={false}
                        onChange={(event) => change(index, { model: event.target.value })}
                      />
                    </td>
                    <td>
                      <input
                        className="input number"
                        inputMode="decimal"
                        aria-label={`Input price of ${name}`}
                        value={row.inputUsd}
                        onChange={(event) => change(index, { inputUsd: event.target.value })}
                      />
                    </td>
                    <td>
                      <input
                        className="input number"
                        inputMode="decimal"
                        aria-label={`Output price of ${name}`}
                        value={row.outputUsd}
                        onChange={(event) => change(index, { outputUsd: event.target.value })}
                      />
                    </td>
                    <td>
                      <IconButton
                        icon="close"
                        label={`Remove the price of ${name}`}
                        onClick={() => onChange(rows.filter((_, other) => other !== index))}
                      />
                    </td>
                  </tr>
                );
              }}
            </InPlace>
          </tbody>
        </table>
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
      <div className="models-row">
        <p className="quiet small">
          {rows.length === 0
            ? 'Without a price, estimates show tokens only. Look the price up at your provider.'
            : 'Estimates and budgets use these prices. Look them up at your provider.'}
        </p>
        <Button small icon="plus" onClick={() => onChange([...rows, NO_PRICE])}>
          Add a price
        </Button>
      </div>
    </div>
  );
}
