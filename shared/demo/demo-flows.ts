import type { Flow } from './flow.ts';
import { ACTIVATE_SIM } from './flows/activate-sim.ts';
import { CANCEL_SUBSCRIPTION } from './flows/cancel-subscription.ts';
import { CHANGE_BOOKING } from './flows/change-booking.ts';
import { CHANGE_PLAN } from './flows/change-plan.ts';
import { DISPUTE_CHARGE } from './flows/dispute-charge.ts';
import { EXPLAIN_BILL } from './flows/explain-bill.ts';
import { FIND_PARCEL } from './flows/find-parcel.ts';
import { REPLACE_CARD } from './flows/replace-card.ts';
import { RESTORE_CONNECTION } from './flows/restore-connection.ts';
import { RESTORE_LOGIN } from './flows/restore-login.ts';
import { RETURN_ITEM } from './flows/return-item.ts';
import { TRACE_LUGGAGE } from './flows/trace-luggage.ts';

/** Every designed task of the demo corpus. */
export const DEMO_FLOWS: readonly Flow[] = [
  RETURN_ITEM,
  FIND_PARCEL,
  RESTORE_CONNECTION,
  CHANGE_PLAN,
  REPLACE_CARD,
  DISPUTE_CHARGE,
  CHANGE_BOOKING,
  TRACE_LUGGAGE,
  RESTORE_LOGIN,
  CANCEL_SUBSCRIPTION,
  EXPLAIN_BILL,
  ACTIVATE_SIM,
];
