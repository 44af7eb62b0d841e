import type {
  AnyContractProcedure,
  AnyContractRouter,
  ContractProcedure,
  ErrorMap,
  InferSchemaInput,
  InferSchemaOutput,
  Meta,
} from '@orpc/contract';
import { implement, type Router } from '@orpc/server';
import type { ReadonlyDeep } from '#shared/contract/base.ts';
import type { JobKind } from './jobs/job.ts';
import type { AgentKind, App, Project, Session } from './project.ts';
import type { EditEffect } from './store/edits/log/placed-changes.ts';
import type { RunKind } from './store/runs/run-table.ts';

export interface RequestContext {
  readonly session: Session;
}

interface Call<Input> {
  readonly input: Input;
  readonly app: App;
  readonly session: Session;
  readonly project: Project;
  /** Aborted when the caller stops waiting. */
  readonly signal: AbortSignal;
}

type FlatContract = Readonly<Record<string, AnyContractProcedure>>;

type Answer<Output> = ReadonlyDeep<Output> | Promise<ReadonlyDeep<Output>>;

export type Methods<Contract extends FlatContract> = {
  readonly [Name in keyof Contract]: Contract[Name] extends ContractProcedure<
    infer Input,
    infer Output,
    ErrorMap,
    Meta
  >
    ? (call: Call<InferSchemaOutput<Input>>) => Answer<InferSchemaInput<Output>>
    : never;
};

/** Only `features.ts` imports features by name; all other code uses the list there. */
interface FeatureParts {
  readonly jobs?: readonly JobKind<Project, unknown>[];
  /** Kinds of agents by this feature. Comparisons, votes, judges and the simulator accept them. */
  readonly agents?: readonly AgentKind[];
  readonly edits?: Readonly<Record<string, EditEffect>>;
  /** Kinds of runs with special rules for crashes or purges. */
  readonly runs?: readonly RunKind[];
  /** Repairs the file after a crash, before anything reads it. */
  recover?(file: Pick<Project, 'path' | 'database'>): void | Promise<void>;
  /** Called when a project is opened, after its queue has loaded the jobs. */
  onOpen?(project: Project): void;
  /** Called when a project closes: after all work on it has ended, while its file is still open. Must not fail. */
  beforeClose?(project: Project): Promise<void>;
}

export interface ServedFeature<Contract extends AnyContractRouter> extends FeatureParts {
  readonly contract: Contract;
  readonly router: Router<Contract, RequestContext>;
}

export interface Feature extends FeatureParts {
  readonly router?: Router<AnyContractRouter, RequestContext>;
}

export function defineFeature<Contract extends FlatContract>({
  contract,
  methods,
  ...parts
}: FeatureParts & {
  readonly contract: Contract;
  readonly methods: Methods<Contract>;
}): ServedFeature<Contract> {
  const served = Object.entries(contract).map(([name, procedure]) => {
    // `Methods` checks its input type.
    const method = methods[name] as (call: Call<unknown>) => unknown;
    const router = implement(procedure)
      .$context<RequestContext>()
      .handler(({ input, context: { session }, signal = new AbortController().signal }) =>
        method({
          input,
          app: session.app,
          session,
          get project() {
            return session.project();
          },
          signal,
        }),
      );
    return [name, router];
  });
  return { ...parts, contract, router: Object.fromEntries(served) as Router<Contract, RequestContext> };
}
