import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { RunId } from '#shared/domain/ids.ts';
import { type GraphMetric, METRICS, SLIDE_METRICS } from '#shared/domain/metrics.ts';
import { narrowFilterBy } from '../../project/dialogue-filter.ts';
import { showTab } from '../../project/view.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { bindTo, Select, Suggestions } from '../../ui/inputs/field.tsx';
import { readable } from '../../ui/text/readable-error.ts';
import { ABANDONED_IN_SHORT, choicesOf, FIELD_MEANINGS, filterQueries } from '../filters/index.ts';
import { useGroups } from '../groups/index.ts';
import { changeMap, useMap, WAITS } from './map-state.ts';

const GRAPH_METRICS: readonly GraphMetric[] = [...SLIDE_METRICS, 'difference'];

const AS = [
  { key: 'label', name: 'Number' },
  { key: 'colour', name: 'Color' },
  { key: 'width', name: 'Width' },
] as const;

interface MapBarProps {
  readonly of: 'picture' | 'table';
  readonly run: RunId;
  readonly timed: boolean;
  readonly isCounting: boolean;
  readonly error: Error | null;
}

export function MapBar({ of, run, timed, isCounting, error }: MapBarProps) {
  const isPicture = of === 'picture';
  const id = useId();
  const map = useMap();
  const groups = useGroups();
  const { data: fields = [] } = useQuery(filterQueries.fields(run));
  const numbers = fields.filter(({ kind }) => kind === 'number').map(({ name }) => name);
  const choices = choicesOf(fields);
  const options = GRAPH_METRICS.filter(
    (value) =>
      value === map.metric || ((timed || !METRICS[value].isWait) && (value !== 'mean' || numbers.length > 0)),
  ).map((value) => ({ value, label: METRICS[value].label ?? '' }));
  const hasNumber = numbers.length > 0 && (isPicture ? map.metric === 'mean' : true);
  const said = error && readable(error);
  const choose = (metric: GraphMetric): void =>
    changeMap({
      metric,
      ...(metric === 'mean' && map.number === null ? { number: numbers[0] ?? null } : {}),
    });
  const bind = bindTo(map, changeMap);
  return (
    <div className="map-bar rigid wrap flex middle pad-1-2 line-below gap-1-3">
      {isPicture && (
        <div className="row-2 shrink no-wrap map-field">
          <label htmlFor={`${id}-show`}>Show</label>
          <Select id={`${id}-show`} value={map.metric} options={options} onChange={choose} />
          {isCounting && <span role="status">Counting…</span>}
        </div>
      )}
      {timed && (!isPicture || METRICS[map.metric].isWait) && (
        <div className="row-2 shrink no-wrap map-field">
          <label htmlFor={`${id}-waits`}>{isPicture ? 'of' : 'Waits'}</label>
          <Select id={`${id}-waits`} {...bind('waits')} options={WAITS} />
        </div>
      )}
      {!isPicture && (
        <label className="row-2 shrink no-wrap map-field">
          Rank only transitions with at least
          <input
            className="input map-least"
            type="number"
            min={1}
            value={map.least}
            title="Transitions with fewer dialogues are listed last when you sort by waiting time or share"
            onChange={({ target }) => {
              if (target.valueAsNumber >= 1) changeMap({ least: Math.floor(target.valueAsNumber) });
            }}
          />
          dialogues
        </label>
      )}
      {hasNumber && (
        <div className="row-2 shrink no-wrap map-field">
          <label htmlFor={`${id}-number`}>{isPicture ? 'of' : 'Mean of'}</label>
          <Select
            id={`${id}-number`}
            {...bind('number')}
            options={[
              ...(map.number === null ? [{ value: null, label: 'choose…' }] : []),
              ...numbers.map((name) => ({ value: name, label: name })),
            ]}
          />
        </div>
      )}
      {(!isPicture || map.metric === 'good') && (
        <label className="row-2 shrink no-wrap map-field map-wide">
          Good outcome if
          <input
            className="input"
            list={`${id}-conditions`}
            value={map.good}
            placeholder="e.g. outcome = solved"
            spellCheck={false}
            aria-invalid={said ? true : undefined}
            onChange={({ target }) => changeMap({ good: target.value })}
          />
        </label>
      )}
      {isPicture && map.metric === 'dropOffs' && (
        <div className="row-2 map-wide">
          <span className="quiet small" title={FIELD_MEANINGS.abandoned}>
            {ABANDONED_IN_SHORT}
          </span>
          <Button small onClick={() => narrowFilterBy('abandoned = yes')}>
            List these dialogues
          </Button>
        </div>
      )}
      {isPicture && map.metric === 'difference' && (
        <span className="row-2 shrink no-wrap map-field map-wide">
          <span className="clip" title={groups.left}>
            {groups.left.trim() === ''
              ? 'No groups chosen.'
              : `A: ${groups.left}, B: ${groups.right.trim() || 'all others'}`}
          </span>
          <Button small onClick={() => showTab('groups')}>
            Choose groups…
          </Button>
        </span>
      )}
      <Suggestions id={`${id}-conditions`} of={choices.map(({ value }) => value)} />
      {isPicture && (
        <fieldset className="flex gap-half" aria-label="Show as">
          {AS.map(({ key, name }) => (
            <Button key={key} small aria-pressed={map[key]} onClick={() => changeMap({ [key]: !map[key] })}>
              {name}
            </Button>
          ))}
        </fieldset>
      )}
      {said && (
        <span className="map-error small danger" role="alert">
          {said.message} {said.nextStep}
        </span>
      )}
    </div>
  );
}
