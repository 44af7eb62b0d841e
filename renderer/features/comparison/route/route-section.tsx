import type { ComparedColumn } from '#shared/contract/comparison.ts';
import { ROLE_NAMES } from '#shared/domain/dialogue.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { InPlace } from '../../../ui/lists/in-place.tsx';
import { Focusable } from '../../../ui/panes/focusable.tsx';
import { light, useCompare } from '../compare-state.ts';
import { countOutcomes, describeEnd, type Route, type RouteStep, stepsOfRoute } from './route-steps.ts';

export function RouteSection({ column: { method, route } }: { readonly column: ComparedColumn }) {
  return (
    <div className="column-part">
      <h3>Route</h3>
      {route ? (
        <RouteTaken name={method.name} title={method.title} route={route} />
      ) : (
        <p className="quiet">No route, because this method does not use an automaton.</p>
      )}
    </div>
  );
}

interface RouteTakenProps {
  readonly name: string;
  readonly title: string;
  readonly route: Route;
}

function RouteTaken({ name, title, route }: RouteTakenProps) {
  const lit = useCompare((state) => state.lit === name);
  const steps = stepsOfRoute(route);
  return (
    <>
      <div className="route-end wrap apart flex middle gap-1-2">
        <strong title={`State ${route.state} of this method’s own automaton`}>{describeEnd(route)}</strong>
        <Button
          small
          icon="path"
          aria-pressed={lit}
          aria-label={`Highlight the route of ${title}`}
          title="Show the automaton with this route's path"
          onClick={() => light(lit ? null : name)}
        >
          Highlight the route
        </Button>
      </div>
      <p className="small">{route.stoppedBecause}</p>
      <details className="route-steps small">
        <summary>{countOutcomes(steps)}</summary>
        <Focusable as="section" className="route-scroll focus-inside" aria-label={`Steps of ${title}`}>
          <ol>
            {steps.map((step) => (
              <RouteStepRow key={step.key} step={step} />
            ))}
          </ol>
        </Focusable>
      </details>
    </>
  );
}

function RouteStepRow({ step }: { readonly step: RouteStep }) {
  return (
    <li className={step.role ? `said of-${step.role}` : 'said'}>
      <span className="quiet">
        {step.where}
        {step.role && `, ${ROLE_NAMES[step.role]}`} → state {step.state} ({step.support})
      </span>
      <ul className="wrap flex breaks gap-0-2">
        {step.tags.length === 0 && <li className="quiet">no tags</li>}
        <InPlace of={step.tags}>
          {(tag) => (
            <li title={tag.reason ?? undefined}>
              <span className={`route-tag-${tag.outcome}`}>{step.role ? `#${tag.name}` : tag.name}</span>
              {tag.outcome !== 'matched' && (
                <span className="route-tag-outcome quiet inline-block">{tag.outcome}</span>
              )}
            </li>
          )}
        </InPlace>
      </ul>
    </li>
  );
}
