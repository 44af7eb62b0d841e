import type { ReadDatabase } from '../store/database.ts';
import type { Transferred } from './transfer.ts';

/** `electron/backend/thread-modules.ts` declares the modules here, so that features need not import the list. */
// biome-ignore lint/suspicious/noEmptyInterface: the list adds its members
export interface ThreadModules {}

export type ModuleName = keyof ThreadModules;
export type FunctionName<Module extends ModuleName> = keyof ThreadModules[Module] & string;

// biome-ignore lint/suspicious/noExplicitAny: only `any` is an argument list that every function matches
type Callable = (...args: any[]) => unknown;
type ModuleFunction<Module extends ModuleName, Name extends FunctionName<Module>> = Extract<
  ThreadModules[Module][Name],
  Callable
>;

type Reports<Args> = Args extends [...infer Before, (progress: infer Progress) => void]
  ? { readonly args: Before; readonly progress: Progress }
  : { readonly args: Args; readonly progress: never };

/** The arguments that a caller sends, without a last function that gets the progress. */
export type SentArgs<Module extends ModuleName, Name extends FunctionName<Module>> = Reports<
  Required<Parameters<ModuleFunction<Module, Name>>>
>['args'];

/** The same arguments without the database at the beginning, which the thread opens itself. */
export type ReadArgs<Module extends ModuleName, Name extends FunctionName<Module>> =
  SentArgs<Module, Name> extends [infer First, ...infer Rest]
    ? ReadDatabase extends First
      ? Rest
      : never
    : never;

export type ProgressOf<Module extends ModuleName, Name extends FunctionName<Module>> = Reports<
  Required<Parameters<ModuleFunction<Module, Name>>>
>['progress'];

type FunctionResult<Module extends ModuleName, Name extends FunctionName<Module>> = Awaited<
  ReturnType<ModuleFunction<Module, Name>>
>;
export type ResultOf<Module extends ModuleName, Name extends FunctionName<Module>> =
  FunctionResult<Module, Name> extends Transferred<infer Value> ? Value : FunctionResult<Module, Name>;

export type Staying = Readonly<Record<string, Callable>>;

export type StayingOf<Module extends ModuleName, Name extends FunctionName<Module>> = Omit<
  Extract<FunctionResult<Module, Name>, Staying>,
  'close'
>;
