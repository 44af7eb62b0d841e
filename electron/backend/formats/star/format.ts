import { type FoundRecord, jsonDialogueFormat } from '../json/dialogues.ts';
import { type Fields, isRecord, listUnder, namesOf, recordsOf } from '../json/fields.ts';

const LOOKED_UP = "searches by the agent and their results (kept with the agent's next message)";
const STAGE = 'stage directions';

/** STAR: `{"DialogueID","Scenario","Events":[{"Agent","Action","Text"}]}`. Drafts are not turns. */
export const star = jsonDialogueFormat({
  name: 'star',
  expects: '"DialogueID" and "Events" (STAR)',
  record: 'event',
  recognise(value) {
    const events = listUnder(value, ['Events']);
    if (!events || !isRecord(value) || !('DialogueID' in value)) return null;
    return { confidence: 1, reason: 'A dialogue with a "DialogueID" and "Events", as in STAR.' };
  },
  find(value) {
    const events = listUnder(value, ['Events'])?.list;
    if (!events) return null;
    const { DialogueID, Events, Scenario, CompletionLevel, BatchID, ...rest } = value;
    const scenario = isRecord(Scenario) ? Scenario : {};
    const lookUps = new LookUps();
    return {
      id: DialogueID,
      idField: 'DialogueID',
      domains: scenario.Domains,
      records: events.map((event) => recordOf(event, lookUps)),
      extra: {
        tasks: namesOf(recordsOf(scenario.WizardCapabilities).map(({ Task }) => Task)),
        happy: scenario.Happy,
        multi_task: scenario.MultiTask,
        completion: CompletionLevel,
        batch: BatchID,
        user_task: scenario.UserTask,
        wizard_task: scenario.WizardTask,
        ...rest,
      },
    };
  },
});

class LookUps {
  #calls: unknown[] = [];
  #results: unknown[] = [];

  ask(name: unknown): void {
    this.#calls.push(name);
  }

  answer(item: unknown): void {
    this.#results.push(item ?? null);
  }

  take(): Fields {
    const calls = this.#calls;
    const results = this.#results;
    this.#calls = [];
    this.#results = [];
    return {
      ...(calls.length > 0 && { api_calls: calls }),
      ...(results.length > 0 && { kb_results: results }),
    };
  }
}

function recordOf(event: unknown, lookUps: LookUps): FoundRecord {
  if (!isRecord(event)) return { fault: 'is not an object with "Agent" and "Action".', value: event };
  const { Agent, Action, Text, UnixTime, ActionLabel } = event;
  if (Agent === 'KnowledgeBase' && Action === 'return_item') {
    lookUps.answer(event.Item);
    return { left: LOOKED_UP };
  }
  if (Agent === 'Wizard' && Action === 'query') {
    lookUps.ask(event.APIName);
    return { left: LOOKED_UP };
  }
  const isUser = Agent === 'User' && Action === 'utter';
  const isWizard = Agent === 'Wizard' && (Action === 'utter' || Action === 'pick_suggestion');
  if (!isUser && !isWizard) {
    return { left: Action === 'request_suggestions' ? 'what the agent typed before picking a reply' : STAGE };
  }
  if (typeof Text !== 'string') return { fault: 'is spoken, but has no "Text".', value: event };
  return {
    role: isUser ? 'user' : 'system',
    speaker: isUser ? 'user' : 'wizard',
    text: Text,
    time: UnixTime,
    acts: isWizard && typeof ActionLabel === 'string' ? [ActionLabel] : null,
    extra: isWizard ? lookUps.take() : null,
  };
}
