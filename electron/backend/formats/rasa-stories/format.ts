import type { TextFormat } from '../format.ts';
import type { ImportEvent, Reading } from '../reading/reading.ts';
import { dialoguesOf, readTextLines, type SpokenLine, uniqueId } from '../text/transcript.ts';

const TITLE = /^\s*-\s+(?:story|rule)\s*:\s*(.*)$/;
const STEP = /^\s*-\s+(intent|user|action|bot)\s*:\s*(.*)$/;
const FIELD = /^\s+(intent|user|action|bot)\s*:\s*(.*)$/;
const OTHER_STEP = /^\s*-\s+(slot_was_set|active_loop|checkpoint|or)\b/;
const OLD_TITLE = /^##\s+(.+)$/;
const OLD_INTENT = /^\*\s+([^{\s]+)/;
const OLD_ACTION = /^\s*-\s+([\w-]+)\s*(?:\{.*)?$/;

/** Rasa's stories and rules, in YAML or in the older Markdown. Intents are the user's acts, actions the bot's. */
export const rasaStories: TextFormat = {
  name: 'rasa-stories',
  notation: 'text',
  recognise(text) {
    if (/^(?:stories|rules)\s*:/m.test(text) && /^\s*-\s+(?:story|rule)\s*:/m.test(text))
      return { confidence: 1, reason: 'The file has "stories" or "rules", in the format of Rasa.' };
    if (/^##\s+.+\n\*\s+\w+/m.test(text))
      return { confidence: 0.9, reason: "The file has stories in Rasa's older Markdown format." };
    return null;
  },
  read,
};

interface Step {
  readonly line: number;
  who: 'user' | 'bot';
  act: string | null;
  text: string | null;
}

interface Story {
  readonly title: string;
  readonly steps: Step[];
}

async function* read(reading: Reading): AsyncGenerator<ImportEvent, void, undefined> {
  const stories: Story[] = [];
  let rejected = 0;
  let others = 0;
  /** A text over several lines, which continues as long as lines are indented deeper than its key. */
  let block: { readonly step: Step; readonly indent: number } | null = null;
  for await (const line of readTextLines(reading)) {
    if (line.kind === 'reject') {
      rejected += line.records;
      yield line;
      continue;
    }
    const { text, number } = line;
    if (block && (text.trim() === '' || indentOf(text) > block.indent)) {
      block.step.text = [block.step.text, text.trim()].filter(Boolean).join('\n');
      continue;
    }
    block = null;
    const title = TITLE.exec(text)?.[1] ?? OLD_TITLE.exec(text)?.[1];
    if (title !== undefined) {
      stories.push({ title: scalar(title), steps: [] });
      continue;
    }
    const story = stories.at(-1);
    if (!story) continue;
    const step = STEP.exec(text);
    const found = step ?? FIELD.exec(text);
    if (found) {
      const [, key = '', value = ''] = found;
      const who = key === 'intent' || key === 'user' ? 'user' : 'bot';
      const current: Step = (step ? undefined : story.steps.at(-1)) ?? {
        line: number,
        who,
        act: null,
        text: null,
      };
      if (step || story.steps.length === 0) story.steps.push(current);
      if (key === 'intent' || key === 'action') current.act = scalar(value);
      else if (/^[|>]/.test(value)) block = { step: current, indent: text.search(/[a-z]/) };
      else current.text = scalar(value);
    } else if (OTHER_STEP.test(text)) others++;
    else {
      const intent = OLD_INTENT.exec(text)?.[1];
      const action = intent === undefined ? OLD_ACTION.exec(text)?.[1] : undefined;
      const act = intent ?? action;
      if (act !== undefined)
        story.steps.push({ line: number, who: intent === undefined ? 'bot' : 'user', act, text: null });
    }
  }
  const taken = new Set<string>();
  const silent = (step: Step): boolean => step.act === 'action_listen' || (!step.act && !step.text);
  const left = others + stories.reduce((sum, { steps }) => sum + steps.filter(silent).length, 0);
  if (left > 0)
    yield {
      kind: 'ignored',
      line: 1,
      records: left,
      reason: 'steps without words (slots, loops, checkpoints)',
    };
  const dialogues = stories.map(({ title, steps }, index) => ({
    id: uniqueId(title || `story-${index + 1}`, taken),
    lines: steps.filter((step) => !silent(step)).map(spokenLine),
  }));
  yield* dialoguesOf(
    reading,
    dialogues.filter(({ lines }) => lines.length > 0),
  );
  const steps = stories.reduce((sum, story) => sum + story.steps.length, 0);
  yield { kind: 'end', records: steps + others + rejected };
}

/** Returns a line of dialogue. If there are no example words, the act's name is the text. */
const spokenLine = ({ line, who, act, text }: Step): SpokenLine => ({
  line,
  speaker: who,
  text: text ?? act ?? '',
  time: null,
  acts: act ? [act] : null,
});

const indentOf = (text: string): number => text.length - text.trimStart().length;

/** Returns a plain or quoted YAML value, without a comment after it. */
function scalar(value: string): string {
  const trimmed = value.trim();
  const quote = trimmed[0];
  if (quote === '"' || quote === "'") {
    const end = trimmed.lastIndexOf(quote);
    if (end > 0) return trimmed.slice(1, end);
  }
  return trimmed.replace(/\s+#.*$/, '');
}
