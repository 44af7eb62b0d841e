import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const TRACE_LUGGAGE: Flow = {
  id: 'trace-luggage',
  topic: 'the luggage',
  domain: 'travel',
  start: { 'report-missing-luggage': 1 },
  digressions: [
    digression(
      [
        'ask-expenses',
        '[Can I|May I] buy [clothes|some things|a toothbrush] and [send you the bill|get it refunded]?',
        'Who pays [for|if I buy] [clothes|the things I need]?',
      ],
      [
        'explain-expenses',
        'Yes, [we refund|keep the receipts, we refund] [up to {amount}|necessary items].',
        'Keep the receipts[, please|]: [essentials|necessary items] are refunded up to {amount}.',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-missing-luggage': [
        { 'ask-tag-number': 1 },
        '{hi} my [suitcase|luggage|bag] did not arrive[ in {city}| on my flight from {city}|].',
        '{hi} I [landed|arrived] [in {city} |]an hour ago and my [suitcase|bag|luggage] is [missing|not here].',
        '{hi} we flew to {city} [yesterday|on {weekday}] and [one suitcase|our luggage] [is missing|never came].',
      ],
      'give-tag-number': [
        { 'ask-bag-description': 4, 'locate-luggage': 3 },
        '[The tag number is|The number on the tag is|The luggage tag says] {bagTag}.',
        "[It's|Sure, it's] {bagTag}[, from the sticker| on the tag|].",
      ],
      'lost-tag-number': [
        { 'ask-flight-number': 1 },
        "I [can't find|no longer have|lost] the [luggage tag|tag|sticker][, sorry|].",
        '[The tag is gone|No tag, sorry], I [threw it away|must have lost it].',
      ],
      'give-flight-number': [
        { 'ask-bag-description': 1 },
        '[It was flight|The flight was|Flight] {flight}[ from {city}|].',
        '{flight}[, it landed at {clock}|].',
      ],
      'describe-bag': [
        { 'locate-luggage': 1 },
        "[It's|It is] a [large|medium|small] [black|blue|red|grey] suitcase[ with a yellow strap| with four wheels|].",
        '[A|It is a] [blue|green|black] [bag|suitcase], [quite old|almost new|hard shell][ with a red ribbon|].',
      ],
      'give-hotel-address': [
        { 'confirm-luggage-delivery': 1 },
        '[Please send|Bring] it to [my|our] hotel[ in {city}|], [the address is in the booking|it is next to the station].',
        '[To|Please deliver it to] my home address[, the one in the booking|].',
      ],
      'prefer-pickup': [
        { 'confirm-pickup': 1 },
        "[I'd rather|I can] pick it up [at the airport|myself][, I live nearby|].",
        'No need, [I will|I can|I would rather] collect it at the airport.',
      ],
    }),
    ...agent({
      'ask-tag-number': [
        { 'give-tag-number': 5, 'lost-tag-number': 2 },
        '{sorry} [What is|Could you give me] the number on your luggage tag?',
        '{sorry} [Please send me|I need] the luggage tag number[, it is on the sticker you got at check-in|].',
      ],
      'ask-flight-number': [
        { 'give-flight-number': 1 },
        '[No problem|That is fine], [what was the flight number|can you tell me the flight number]?',
        'Then [I can search by flight|the flight number will do]. [Which flight was it|What is the flight number]?',
      ],
      'ask-bag-description': [
        { 'describe-bag': 1 },
        '{ack} [Can you tell me|Could you describe] what [the|your] [bag|suitcase] looks like?',
        '{ack} Please describe the [bag|suitcase]: [what color and size is it|color, size, anything special]?',
      ],
      'locate-luggage': [
        { 'report-luggage-found': 5, 'report-luggage-untraced': 2 },
        '{ack} [Let me|I will] [trace|search for] [it|your bag|the suitcase][ in our system|], [one moment|please wait a moment].',
        '[One moment|Just a second], I am [tracing|searching for] [the|your] luggage.',
      ],
      'report-luggage-found': [
        { 'give-hotel-address': 4, 'prefer-pickup': 2 },
        '[Good news|We found it]: your [bag|suitcase] is [still |]in {otherCity} and [comes|will come] with the next flight. [Where should we deliver it|Where shall we bring it|Which address should it go to]?',
        'The suitcase was [left behind|loaded late] in {otherCity}, it arrives [tomorrow|on {nextDay}]. [Where shall we deliver it|Which address should it go to]?',
      ],
      'report-luggage-untraced': [
        { 'thank-agent': 1, 'offer-more-help': 2 },
        "[I can't|We cannot] trace it yet, so I have opened report {ticket}. We will [call|write to] you [by|on] {nextDay}.",
        '[It has not been scanned yet|No trace so far]. I opened report {ticket} and [we keep searching|the search goes on].',
      ],
      'confirm-luggage-delivery': [
        { 'thank-agent': 1 },
        '[Done|All set], [the courier brings it|it will be delivered] [on |]{nextDay} [between {window}|in the evening].',
        'The [bag|suitcase] will be [delivered|brought to you] [on |]{nextDay}, between {window}.',
      ],
      'confirm-pickup': [
        { 'thank-agent': 1 },
        '[All right|Fine], [collect it|you can pick it up] at the luggage desk from {clock} [on {nextDay}|onwards]. [Please bring your passport.|]',
        'It will be [ready|waiting] at the luggage desk[, arrivals hall|][, please bring an ID|].',
      ],
    }),
  },
};
