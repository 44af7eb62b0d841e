import { flowGraph } from '#shared/algorithms/flows/flow-graph.ts';
import {
  type Moment,
  type TrackedFlow,
  trackedFlow,
  trackFlows,
} from '#shared/algorithms/flows/following/track-flows.ts';
import type { Flow } from '#shared/domain/flow.ts';
import { fitReplyChooser, type ReplyChooser, type TaughtMoment } from './choose-reply.ts';
import { type LearnedWordings, learnWordings, wordLabel } from './learned-wordings.ts';
import { type LabelledDialogue, readLabelled } from './read-labelled.ts';

interface NextActionInput {
  readonly flows: readonly Flow[];
  readonly dialogues: string;
  readonly train: string | null;
  readonly hideResults: boolean;
  readonly seed: number;
}

export interface PredictedTurn {
  readonly dialogue: string;
  readonly turn: number;
  readonly task: string;
  readonly happy: boolean | null;
  readonly tasks: number;
  readonly predicted: string | null;
  readonly truth: string;
  readonly answer: string | null;
  readonly said: string;
}

const REPORT_EVERY = 100;

export async function predictNextActions(
  input: NextActionInput,
  {
    signal,
    report,
  }: {
    readonly signal: AbortSignal;
    report(progress: { readonly phase: string; readonly done: number }): void;
  },
): Promise<readonly PredictedTurn[]> {
  const tracked = input.flows.map((flow) => trackedFlow(flowGraph(flow)));
  const byName = new Map(tracked.map((flow) => [flow.graph.flow.name, flow]));
  const flowsOf = ({ tasks }: LabelledDialogue): readonly TrackedFlow[] => {
    const own = tasks.flatMap((task) => byName.get(task) ?? []);
    return own.length > 0 ? own : tracked;
  };
  const { hideResults } = input;

  let learned: { chooser: ReplyChooser; wordings: LearnedWordings } | null = null;
  if (input.train !== null) {
    const taught: TaughtMoment[] = [];
    const said: { flow: TrackedFlow | null; label: string; text: string }[] = [];
    let done = 0;
    for await (const dialogue of readLabelled(input.train, signal)) {
      for (const moment of trackFlows(flowsOf(dialogue), dialogue.turns, { hideResults })) {
        const { label, text } = dialogue.turns[moment.turn]!;
        if (label === null) continue;
        taught.push({ moment, label });
        said.push({ flow: moment.flow, label, text });
      }
      if (++done % REPORT_EVERY === 0) report({ phase: 'reading the training dialogues', done });
    }
    report({ phase: 'learning', done: taught.length });
    if (taught.length > 0) {
      learned = { chooser: fitReplyChooser(taught, { seed: input.seed }), wordings: learnWordings(said) };
    }
  }
  const predict = (moment: Moment): { predicted: string | null; answer: string | null } => {
    if (learned === null)
      return { predicted: moment.reply?.label ?? null, answer: moment.reply && moment.answer };
    const predicted = learned.chooser.choose(moment)[0]?.label ?? null;
    return { predicted, answer: predicted && wordLabel(predicted, moment, learned.wordings) };
  };

  const result: PredictedTurn[] = [];
  let done = 0;
  for await (const dialogue of readLabelled(input.dialogues, signal)) {
    const { id, happy, tasks, turns, places } = dialogue;
    for (const moment of trackFlows(flowsOf(dialogue), turns, { hideResults })) {
      const { label, text } = turns[moment.turn]!;
      if (label === null) continue;
      const task = moment.flow?.graph.flow.name ?? tasks[0] ?? '';
      const turn = places[moment.turn]!;
      result.push({
        dialogue: id,
        turn,
        task,
        happy,
        tasks: tasks.length,
        ...predict(moment),
        truth: label,
        said: text,
      });
    }
    if (++done % REPORT_EVERY === 0) report({ phase: 'predicting', done });
  }
  return result;
}
