import { useQuery } from '@tanstack/react-query';
import type { Simulation } from '#shared/contract/simulator.ts';
import { useApi } from '../../../client/api.tsx';
import { runCommand } from '../../../commands/use-command.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorNotice } from '../../../ui/state/notice.tsx';
import { ModulePassages, moduleQueries, modulesCommands } from '../../modules/index.ts';
import { letSendAt, useSimulate } from '../simulate-state.ts';
import type { Acting } from '../use-simulation.ts';
import { standingKey } from '../words.ts';
import './found.css';

/** Shows the modules' answers to the last customer turn with their sources. The best can be used. */
export function OutsidePart({ simulation, act, busy }: Acting & { readonly simulation: Simulation }) {
  const standing = standingKey(simulation);
  const send = useSimulate((state) => state.sendAt === standing);
  const consulted = useQuery(moduleQueries(useApi().client).consult(standing, send));
  const { data } = consulted;
  if (consulted.isError) {
    return (
      <div className="column-part">
        <h3>From documents and endpoints</h3>
        <ErrorNotice error={consulted.error} />
      </div>
    );
  }
  // Off until somebody sets it up: then there is nothing to show.
  if (!data || data.why === null) return null;
  return (
    <section className="column-part" aria-label="From documents and endpoints">
      <h3>From documents and endpoints</h3>
      <p className="quiet small">{data.why}</p>
      {data.results.map((result) => (
        <div key={result.module} className="sim-outside-result">
          <p className="small">
            <strong>{result.name}</strong>
          </p>
          <ModulePassages
            result={result}
            action={(passage, number) => (
              <Button
                small
                disabled={busy}
                aria-label={`Use passage ${number} of ${result.name} as the answer`}
                onClick={() =>
                  void act((own) => own.setAnswer({ text: passage.text.slice(0, 5000), by: 'module' }))
                }
              >
                Use
              </Button>
            )}
          />
        </div>
      ))}
      {data.unsent.length > 0 && (
        <p className="row-2 small">
          <span className="quiet">Not asked: {data.unsent.join(', ')}.</span>
          <Button small onClick={() => letSendAt(standing)}>
            Ask now
          </Button>
        </p>
      )}
      <Button small kind="quiet" onClick={() => runCommand(modulesCommands.settings)}>
        External modules…
      </Button>
    </section>
  );
}
