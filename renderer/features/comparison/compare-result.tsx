import type { ComponentType } from 'react';
import { agentKey } from '#shared/domain/agent.ts';
import type { Command } from '../../commands/commands.ts';
import { runCommand } from '../../commands/use-command.ts';
import { defineSlot } from '../../project/feature.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ResultLine } from '../../ui/state/notice.tsx';
import { agentOf } from '../columns/index.ts';
import type { Answering } from './answers/use-answering.ts';
import { useCompare } from './compare-state.ts';
import { describeTurn } from './describe-turn.ts';

/** A result over more than the shown turn, and the command that measures one. */
interface WiderResult {
  /**
   * Describes how these columns did on many turns; null if nobody measured two of them, undefined while
   * loading.
   * @param keys of the columns, see `agentKey`
   */
  readonly useSentence: (keys: readonly string[]) => string | null | undefined;
  /** The command that measures them. */
  readonly begin: Command;
}

export const widerResults = defineSlot<WiderResult>();

/** A method with its title. */
export interface UsedMethod {
  readonly name: string;
  readonly title: string;
}

/** Says if another method was measured to be better than those in use, and lets the person take it. */
interface BetterMethods {
  readonly component: ComponentType<{
    readonly used: readonly UsedMethod[];
    /** The methods that can be used now. */
    readonly usable: readonly string[];
    /** The label of the button. */
    readonly action: string;
    readonly disabled?: boolean;
    readonly onTake: (name: string) => void;
  }>;
}

export const betterMethods = defineSlot<BetterMethods>();

/** Says which column is better: over many turns if that was measured, and in the shown turn. */
export function CompareResult({ answering: { columns, whole } }: { readonly answering: Answering }) {
  const truthShown = useCompare((state) => state.truthShown);
  const keys = columns.map(({ choice }) => agentKey(agentOf(choice)));
  // biome-ignore lint/correctness/useHookAtTopLevel: as many each time
  const wider = widerResults.items.map(({ useSentence, begin }) => ({ begin, sentence: useSentence(keys) }));
  const known = wider.flatMap(({ sentence }) => sentence ?? []);
  const missing = wider.find(({ sentence }) => sentence === null);
  const named = columns.map(({ compared, by }) => ({
    title: by === null ? compared.method.title : `${compared.method.title} by ${by}`,
    compared,
  }));
  const turn = truthShown ? [describeTurn(named, whole)] : [];
  if (!missing) return <ResultLine sentences={[...known, ...turn]} />;
  return (
    <ResultLine
      sentences={[
        ...turn,
        `One ${whole ? 'dialogue' : 'turn'} cannot tell which column is better. A batch run with these columns can.`,
      ]}
    >
      <Button small onClick={() => runCommand(missing.begin)}>
        {missing.begin.title}
      </Button>
    </ResultLine>
  );
}
