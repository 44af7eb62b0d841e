import type { Act } from '#shared/algorithms/worksheets/runtime/state.ts';
import type { FieldType, WorksheetField, WorksheetSet } from '#shared/domain/worksheet.ts';

/**
 * Worksheets of ours for the three domains of STAR that the paper measures, and what their acts are called there: as the
 * paper's repository maps them, one act to all labels that it may stand for, with `trip_inform_detailed_step`, which
 * that mapping leaves out.
 */
export interface StarDomain {
  readonly task: string;
  readonly set: WorksheetSet;
  /** The field that a label asks for. */
  readonly asks: Readonly<Record<string, string>>;
  /** Labels of an act. */
  labelsOf(act: Act): readonly string[];
  /** Labels of a turn without acts. */
  readonly silent: readonly string[];
  /** What the assistant's words ask for, where no label says it; the first that fits. */
  readonly heard: readonly (readonly [RegExp, string])[];
  /** Statements of an utterance beside those of its types. */
  said?(text: string, asked: string | null): string;
}

const field = (
  name: string,
  type: FieldType,
  description: string,
  more: Partial<WorksheetField> = {},
): WorksheetField => ({
  name,
  type,
  description,
  kind: 'input',
  isPrimary: false,
  predicate: '',
  dontAsk: false,
  required: true,
  confirm: false,
  actions: '',
  validation: '',
  ...more,
});

const text: FieldType = { kind: 'str' };
const sheet = (name: string, fields: readonly WorksheetField[], more = {}) => ({
  name,
  type: 'worksheet' as const,
  predicate: '',
  backend: '',
  actions: '',
  fields,
  ...more,
});
const answers = (name: string, parameters: readonly string[]) => ({
  name,
  description: '',
  parameters,
  hasEffect: true,
  answers: [{ when: '', answer: '"done"' }],
});

/** What the worksheets cannot say, and counts for them as it does in the paper's evaluation. */
export const OTHER_LABELS = [
  'goodbye_1',
  'goodbye_2',
  'bank_bye',
  'trip_bye',
  'out_of_scope',
  'anything_else',
];

const asked = (act: Act): string | null => (act.act === 'ASK' ? act.field : null);
const FORGOT = 'self.account_number == "NA" or self.pin == "NA"';
const CANNOT = 'bank_inform_cannot_authenticate';

const bank: StarDomain = {
  task: 'bank_fraud_report',
  set: {
    worksheets: [
      sheet(
        'Main',
        [
          field('full_name', text, 'Could you tell me your full name?'),
          field('account_number', text, 'What is the number of your account?'),
          field('pin', text, 'And the PIN?', { predicate: 'self.account_number != "NA"' }),
          field('date_of_birth', text, 'When were you born?', { predicate: FORGOT }),
          field('mothers_maiden_name', text, 'What was the maiden name of your mother?', {
            predicate: FORGOT,
          }),
          field('childhood_pet', text, 'What was the pet called that you had as a child?', {
            predicate: FORGOT,
          }),
          field(
            'fraud_report',
            text,
            'What happened: was a card lost or stolen, was money withdrawn, transferred, charged, spent or taken, is a transaction suspicious?',
          ),
        ],
        { backend: 'report_fraud' },
      ),
    ],
    functions: [answers('report_fraud', ['full_name', 'fraud_report'])],
  },
  asks: {
    ask_name: 'full_name',
    bank_ask_account_number: 'account_number',
    bank_ask_pin: 'pin',
    bank_ask_dob: 'date_of_birth',
    bank_ask_mothers_maiden_name: 'mothers_maiden_name',
    bank_ask_childhood_pets_name: 'childhood_pet',
    bank_ask_fraud_details: 'fraud_report',
  },
  labelsOf(act) {
    switch (asked(act)) {
      case 'full_name':
        return ['ask_name', 'hello'];
      case 'account_number':
        return ['bank_ask_account_number'];
      case 'pin':
        return ['bank_ask_pin'];
      case 'date_of_birth':
        return ['bank_ask_dob', CANNOT];
      case 'mothers_maiden_name':
        return ['bank_ask_mothers_maiden_name', CANNOT];
      case 'childhood_pet':
        return ['bank_ask_childhood_pets_name', CANNOT];
      case 'fraud_report':
        return ['bank_ask_fraud_details'];
      default:
        return act.act === 'REPORT' ? ['bank_inform_fraud_report_submitted', CANNOT] : [];
    }
  },
  silent: OTHER_LABELS,
  heard: [
    [/anything else/i, 'anything_else'],
    [/good ?bye/i, 'goodbye_1'],
    [/submitted/i, 'bank_inform_fraud_report_submitted'],
    [/cannot authenticate|can't authenticate/i, CANNOT],
    [/maiden/i, 'bank_ask_mothers_maiden_name'],
    [/\bpet\b/i, 'bank_ask_childhood_pets_name'],
    [/date of birth|birth ?date|born/i, 'bank_ask_dob'],
    [/\bpin\b/i, 'bank_ask_pin'],
    [/account number|number of your account/i, 'bank_ask_account_number'],
    [/\bname\b/i, 'ask_name'],
    [/fraud report|what happened|details/i, 'bank_ask_fraud_details'],
  ],
  said(text, asked) {
    const found = new Map<string, string>();
    const take = (name: string, pattern: RegExp): void => {
      const value = pattern
        .exec(text)
        ?.slice(1)
        .find((part) => part !== undefined);
      if (value !== undefined) found.set(name, value);
    };
    const isQuestion = /\?\s*$/.test(text);
    const tells =
      /\b(?:stole|stolen|rob|robbed|withdr[ae]w\w*|transfer\w*|charge[ds]?|charging|lost|missing|hack\w*|scam\w*|suspicious|unauthori[sz]ed|transactions?|took|taken|spent|used|purchase\w*)\b/i;
    if (asked === 'fraud_report' || tells.test(text)) found.set('fraud_report', text);
    // The codes of this bank: eight digits for an account, four for a PIN.
    take('account_number', /\b(\d{6,})\b/);
    take('pin', /(?:\bpin\b\D{0,30}|^\D{0,12}|\btry |\bit'?s )(\d{4})\b(?!\/)/i);
    take('mothers_maiden_name', /\bmaiden name\b(?: is| was|:|'s)? ([A-Z]?\w+)/i);
    take(
      'childhood_pet',
      /(\w+)(?:,? (?:is|was) (?:the name of )?my (?:childhood )?(?:pet|dog|cat))|\b(?:pet|dog|cat)(?:'s name)?(?: is| was|:)? (?:named |called )?([A-Z]\w+)/,
    );
    take(
      'date_of_birth',
      /\b(\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\w+ \d{1,2}(?:st|nd|rd|th)?,? (?:of )?(?:19|20)\d\d|\d{1,2}(?:st|nd|rd|th)?(?: of)? \w+,? (?:19|20)\d\d)\b/i,
    );
    const whole = ['mothers_maiden_name', 'childhood_pet', 'date_of_birth'];
    if (asked !== null && whole.includes(asked) && found.size === 0 && !isQuestion) found.set(asked, text);
    if (asked === 'full_name' && !isQuestion) found.set('full_name', text);
    take('full_name', /^([A-Z]\w+ [A-Z]\w+)(?=[,.]|$| (?:and|my|pin|account)\b)/);
    take('full_name', /\b(?:i am|i'm|my name is|name's|this is) ([A-Z]\w+ [A-Z]\w+)/);
    return [...found].map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join('\n');
  },
};

const STEPS = [
  'trip_inform_simple_step_ask_proceed',
  'trip_inform_last_step_and_done',
  'trip_instructions_done',
];

const trip: StarDomain = {
  task: 'trip_directions',
  set: {
    worksheets: [
      sheet(
        'Main',
        [
          field(
            'travel_mode',
            { kind: 'enum', values: ['Driving', 'Walking', 'Transit'] },
            'How do you travel: by car, on foot, by public transit?',
          ),
          field('arrival_location', text, 'Where do you go?'),
          field('departure_location', text, 'Where do you depart?', { required: false }),
          field('departure_time', text, 'When do you leave?', { predicate: 'self.travel_mode == "Transit"' }),
        ],
        { backend: 'find_way' },
      ),
      sheet(
        'Directions',
        [
          field(
            'reply',
            { kind: 'enum', values: ['next', 'detail', 'stop'] },
            'Shall I go on, or tell more of this step?',
            {
              actions:
                'if self.reply == "detail":\n  >say("detail")\nelif self.reply == "next":\n  >say("next")\nelse:\n  >exitws()\nself.reply = None',
            },
          ),
        ],
        { predicate: 'main.result is not None' },
      ),
    ],
    functions: [
      answers('find_way', ['travel_mode', 'departure_location', 'arrival_location', 'departure_time']),
    ],
  },
  asks: {
    trip_ask_travel_mode: 'travel_mode',
    ask_departure_location: 'departure_location',
    trip_ask_departure_location: 'departure_location',
    trip_ask_arrival_location: 'arrival_location',
    trip_ask_departure_time: 'departure_time',
    trip_inform_simple_step_ask_proceed: 'reply',
    trip_inform_detailed_step: 'reply',
    trip_inform_last_step_and_done: 'reply',
    trip_instructions_done: 'reply',
  },
  labelsOf(act) {
    if (act.act === 'SAY') return act.text === 'detail' ? ['trip_inform_detailed_step'] : STEPS;
    if (act.act === 'REPORT') return ['trip_inform_simple_step_ask_proceed', 'trip_inform_nothing_found'];
    switch (asked(act)) {
      case 'travel_mode':
        return ['trip_ask_travel_mode', 'hello'];
      case 'departure_location':
        return ['ask_departure_location', 'trip_ask_departure_location'];
      case 'arrival_location':
        return ['trip_ask_arrival_location'];
      case 'departure_time':
        return ['trip_ask_departure_time'];
      default:
        return STEPS;
    }
  },
  silent: OTHER_LABELS,
  heard: [
    [/anything else/i, 'anything_else'],
    [/good ?bye/i, 'goodbye_1'],
    [/no more directions|reached your destination/i, 'trip_instructions_done'],
    [/how to reach your destination/i, 'trip_inform_last_step_and_done'],
    [/can i proceed|more detailed/i, 'trip_inform_simple_step_ask_proceed'],
    [/drive, walk|public transit|travel mode|how .*travel/i, 'trip_ask_travel_mode'],
    [/depart(?:ing)? from|where are you(?: now)?\b|starting from/i, 'ask_departure_location'],
    [/where do you (?:need|want) to go|destination\?/i, 'trip_ask_arrival_location'],
    [/when are you|what time/i, 'trip_ask_departure_time'],
    [
      /\b(?:turn|walk|drive|take the|go (?:east|west|north|south)|on the (?:left|right)|bus stop)\b/i,
      'trip_inform_detailed_step',
    ],
  ],
  said(text, asked) {
    if (asked === 'reply') {
      if (
        /detail|more info|explain|understand|elaborate|exact|specific|confus|not sure|lost|which way|how (?:do|will|far)|where (?:is|do|exactly)|what (?:does|do you mean|is|kind|street|side)|describe|landmark/i.test(
          text,
        )
      )
        return 'reply = "detail"';
      if (
        /\b(?:thank|bye|that'?s (?:all|it|great)|i'?m (?:good|here|done)|no,? (?:i|that)|perfect|awesome|i (?:can|will|should) (?:find|take it)|cheers)/i.test(
          text,
        ) &&
        !/\b(?:next|ready|continue|proceed|go on|go ahead|then what|more)\b/i.test(text)
      )
        return 'reply = "stop"';
      return 'reply = "next"';
    }
    const found: string[] = [];
    const mode = /\b(?:driv\w*|car|taxi|uber)\b/i.test(text)
      ? 'Driving'
      : /\b(?:walk\w*|on foot)\b/i.test(text)
        ? 'Walking'
        : /\b(?:transit|public|(?:bus|train|subway|metro)(?! (?:stop|station)))\b/i.test(text)
          ? 'Transit'
          : asked === 'travel_mode' && /whatever|fast|any|quick|don'?t (?:care|mind)/i.test(text)
            ? 'Driving'
            : null;
    if (mode) found.push(`travel_mode = "${mode}"`);
    const place =
      "([a-z0-9][\\w' ]{1,40}?)(?=\\s+(?:to|from|at|by|around|using|and i|i |in about|please|as|for)\\b|[,.?!]|$)";
    const from = new RegExp(`\\bfrom (?!here\\b)${place}`, 'i').exec(text);
    const to = new RegExp(
      `\\b(?:to|into|towards|near|reach) (?!get\\b|go\\b|know\\b|find\\b|be\\b|take\\b|drive\\b|walk\\b|do\\b|use\\b|make\\b|have\\b|plan\\b|travel\\b|leave\\b|ask\\b|see\\b|start\\b|arrive\\b|my interview$)${place}`,
      'i',
    ).exec(text);
    if (from) found.push(`departure_location = ${JSON.stringify(from[1])}`);
    if (to) found.push(`arrival_location = ${JSON.stringify(to[1])}`);
    const time =
      /\b(?:\d{1,2}(?::\d\d)? ?(?:am|pm)|noon|midnight|right now|now|asap|immediately|soon as possible|in (?:\d+|a few|an?) (?:minutes?|hours?)|tomorrow|today|tonight)\b/i.exec(
        text,
      );
    if (time) found.push(`departure_time = ${JSON.stringify(time[0])}`);
    return found.join('\n');
  },
};

const trivia: StarDomain = {
  task: 'trivia',
  set: {
    worksheets: [
      sheet(
        'Main',
        [field('starting_question_number', { kind: 'int' }, 'At which question number shall we start?')],
        {
          actions: 'Question()',
        },
      ),
      sheet(
        'Question',
        [
          field('user_answer', text, 'What is your answer?'),
          field('continue_trivia', { kind: 'bool' }, 'Do you want to continue?', {
            actions: 'if self.continue_trivia == False:\n  >exitws()',
          }),
        ],
        { predicate: 'main.starting_question_number is not None', actions: 'Question()' },
      ),
    ],
    functions: [],
  },
  asks: {
    trivia_ask_question_number: 'starting_question_number',
    trivia_ask_question: 'user_answer',
    trivia_inform_answer_correct_ask_next: 'continue_trivia',
    trivia_inform_answer_incorrect_ask_next: 'continue_trivia',
    trivia_inform_answer_2_ask_next: 'continue_trivia',
  },
  labelsOf(act) {
    switch (asked(act)) {
      case 'starting_question_number':
        return ['hello', 'trivia_ask_question_number'];
      case 'user_answer':
        return ['trivia_ask_question', 'trivia_bye'];
      case 'continue_trivia':
        return [
          'trivia_inform_answer_correct_ask_next',
          'trivia_inform_answer_incorrect_ask_next',
          'trivia_inform_answer_2_ask_next',
          'trivia_ask_question',
        ];
      default:
        return [];
    }
  },
  silent: ['trivia_bye', ...OTHER_LABELS],
  heard: [
    [/anything else/i, 'anything_else'],
    [/nice playing|good ?bye|\bbye\b|final score/i, 'trivia_bye'],
    [
      /continue|keep playing|next question\?|another question|play again/i,
      'trivia_inform_answer_correct_ask_next',
    ],
    [/question would you like|which question|what question|question number/i, 'trivia_ask_question_number'],
    [/how can i help/i, 'hello'],
    [/___|\?|:|\b(?:a|the|what|who|which|in|used|refers|called)\b/i, 'trivia_ask_question'],
  ],
  said(text, asked) {
    if (asked === 'user_answer') return `user_answer = ${JSON.stringify(text)}`;
    if (asked === 'continue_trivia')
      return /\b(?:no|nope|nah|done|stop|enough|quit|not|bye|that'?s (?:all|it)|that is all|don'?t|finished|thanks? (?:you )?for)\b/i.test(
        text,
      ) && !/\byes\b|\bsure\b|\bcontinue\b|\bnext\b/i.test(text)
        ? 'continue_trivia = False'
        : 'continue_trivia = True';
    const number =
      /\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|first)(?:st|nd|rd|th)?\b/i.exec(
        text,
      );
    if (number) return `starting_question_number = "${/first/i.test(number[1]!) ? 'one' : number[1]}"`;
    return /beginning|start over|the start\b/i.test(text) ? 'starting_question_number = 1' : '';
  },
};

export const STAR_DOMAINS = { bank, trip, trivia } as const;
