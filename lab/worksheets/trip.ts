import { answers, asked, field, OTHER_LABELS, type StarDomain, sheet, text } from './star-domain.ts';

const STEPS = [
  'trip_inform_simple_step_ask_proceed',
  'trip_inform_last_step_and_done',
  'trip_instructions_done',
];

export const trip: StarDomain = {
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
          field('departure_location', text, 'Where do you depart?', { required: false, dontAsk: true }),
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
