import type { ContractRouterClient } from '@orpc/contract';
import * as contract from './features.ts';

/** All methods of the app, the same for the page, the command line and tests. */
export { contract };

export type Contract = typeof contract;
export type DialogramClient = ContractRouterClient<Contract>;
