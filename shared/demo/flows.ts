import type { Role } from '../domain/dialogue.ts';
import closing from './closing.json' with { type: 'json' };
import type { Flow, Step } from './flow.ts';
import activateSim from './flows/activate-sim.json' with { type: 'json' };
import cancelSubscription from './flows/cancel-subscription.json' with { type: 'json' };
import changeBooking from './flows/change-booking.json' with { type: 'json' };
import changePlan from './flows/change-plan.json' with { type: 'json' };
import disputeCharge from './flows/dispute-charge.json' with { type: 'json' };
import explainBill from './flows/explain-bill.json' with { type: 'json' };
import findParcel from './flows/find-parcel.json' with { type: 'json' };
import replaceCard from './flows/replace-card.json' with { type: 'json' };
import restoreConnection from './flows/restore-connection.json' with { type: 'json' };
import restoreLogin from './flows/restore-login.json' with { type: 'json' };
import returnItem from './flows/return-item.json' with { type: 'json' };
import traceLuggage from './flows/trace-luggage.json' with { type: 'json' };

type WrittenStep = Pick<Step, 'label' | 'say'>;

/** Steps of both speakers by id. The label is the id without what follows `~`. */
interface WrittenSteps {
  readonly user: Readonly<Record<string, Pick<Step, 'next' | 'say'>>>;
  readonly agent: WrittenSteps['user'];
}

interface WrittenFlow extends Omit<Flow, 'steps' | 'digressions'>, WrittenSteps {
  readonly digressions: readonly { readonly ask: WrittenStep; readonly answer: WrittenStep }[];
}

const sideOf = (role: Role, steps: WrittenSteps['user']): [string, Step][] =>
  Object.entries(steps).map(([id, step]) => [id, { role, label: id.replace(/~.*/, ''), ...step }]);

const stepsOf = ({ user, agent }: WrittenSteps): Readonly<Record<string, Step>> =>
  Object.fromEntries([...sideOf('user', user), ...sideOf('system', agent)]);

export const OPENING = stepsOf(closing.opening);
export const CLOSING = stepsOf(closing.closing);
export const ANOTHER_TASK: Step = { role: 'user', ...closing.anotherTask, next: {} };

const readFlow = ({ user, agent, digressions, ...flow }: WrittenFlow): Flow => ({
  ...flow,
  steps: { ...CLOSING, ...stepsOf({ user, agent }) },
  digressions: digressions.map(({ ask, answer }) => ({
    ask: { role: 'user', ...ask, next: {} },
    answer: { role: 'system', ...answer, next: {} },
  })),
});

const WRITTEN: readonly WrittenFlow[] = [
  returnItem,
  findParcel,
  restoreConnection,
  changePlan,
  replaceCard,
  disputeCharge,
  changeBooking,
  traceLuggage,
  restoreLogin,
  cancelSubscription,
  explainBill,
  activateSim,
];

export const DEMO_FLOWS = WRITTEN.map(readFlow);
