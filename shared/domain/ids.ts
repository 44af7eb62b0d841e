import { z } from 'zod';

/** Branded ids: typed numbers or strings, so one cannot be passed for another. */
declare const brand: unique symbol;
type Branded<Value, Name extends string> = Value & { readonly [brand]: Name };

export type SourceId = Branded<number, 'SourceId'>;
export type DialogueId = Branded<number, 'DialogueId'>;
export type UtteranceId = Branded<number, 'UtteranceId'>;
export type TurnId = Branded<number, 'TurnId'>;
export type TagId = Branded<number, 'TagId'>;
export type RunId = Branded<number, 'RunId'>;
export type EditId = Branded<number, 'EditId'>;
export type KnowledgeId = Branded<number, 'KnowledgeId'>;
export type JobId = Branded<string, 'JobId'>;

export const idSchema = <Id extends number>() =>
  z
    .int()
    .positive()
    .transform((value) => value as Id);
