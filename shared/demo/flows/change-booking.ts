import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

const BOOKING = {
  ask: [
    '{sure} [What is|May I have|Could you give me] [the|your] booking reference[, please|]?',
    '{sure} [Please send me|I will need] the booking reference[, six letters and numbers|, it is on your ticket|].',
  ],
  give: [
    "[It's|It is|Sure, it's|The booking reference is|My reference is] {booking}.",
    'Booking [reference |]{booking}[, for two people| in my name|].',
    '{booking}[, it says here| according to the ticket|].',
  ],
};

export const CHANGE_BOOKING: Flow = {
  id: 'change-booking',
  topic: 'the booking',
  domain: 'travel',
  start: { 'request-date-change': 4, 'request-cancellation': 3 },
  digressions: [
    digression(
      [
        'ask-seats',
        '[Will I keep my seat|Do we keep our seats|Do I keep the seat reservation]?',
        'What about [the|our] [seats|seat reservation]?',
      ],
      [
        'explain-seats',
        '[The seats|Your seats] [are kept|stay the same] [if they are free|where possible][, otherwise we give you similar ones|].',
        'You can [choose|pick] new seats [free of charge|at no cost] after the change.',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'request-date-change': [
        { 'ask-booking-reference': 1 },
        '{hi} I [need|want|would like] to change [the date of my flight|my flight][ to {city}|].',
        '{hi} can I move my flight [to {city} |]to [another|a later|an earlier] [day|date]?',
        '{hi} [something came up|my plans changed], I have to [change|move|rebook] my flight[ to {city}|].',
      ],
      'request-cancellation': [
        { 'ask-booking-reference~cancel': 1 },
        '{hi} I [have|need|want] to cancel my [flight|trip|booking][ to {city}|].',
        "{hi} can I cancel my [flight|booking] [to {city}|for {newDate}]? I [am ill|can't travel|have to work].",
      ],
      'give-booking-reference': [{ 'ask-new-date': 1 }, ...BOOKING.give],
      'give-booking-reference~cancel': [
        { 'explain-cancellation-fee': 3, 'confirm-free-cancellation': 2 },
        ...BOOKING.give,
      ],
      'give-new-date': [
        { 'quote-fare-difference': 4, 'report-sold-out': 2 },
        '[On|I would like|Best on] {newDate}[, in the morning|, if possible|, please|].',
        '[Could we|Can I] [fly|travel] on {newDate}[ instead|]?',
        '{newDate} [would be best|please|, any time of the day].',
      ],
      'accept-fare-difference': [
        { 'ask-payment-method': 1 },
        "[That's fine|Okay|All right|Fine by me], [please change it|go ahead|please book it|change the flight].",
        "[Okay|Yes|Fine], I'll pay the [difference|{amount}][, go ahead|, please change it|].",
      ],
      'reject-fare-difference': [
        { 'offer-other-date': 3, 'keep-booking': 2 },
        "[That's|It is] too [expensive|much], [is there a cheaper day|is any other day cheaper]?",
        '{amount} more? [No|That is a lot], [is there anything cheaper|what about another day]?',
      ],
      'accept-other-date': [
        { 'ask-payment-method': 1 },
        '[Okay|Good], [then let us take|I take|please book] {otherDate}.',
        '{otherDate} [works|is fine|is okay][ too| for me|], [please book it|go ahead].',
      ],
      'give-payment-method': [
        { 'confirm-rebooking': 1 },
        '[Please charge|Please use|Use|You can charge] the [same |]card [I booked with|on file|ending in {digits}].',
        '[The same|My] credit card[, please| ending in {digits}| ending in {digits}, please].',
        '[By|With my] credit card[, please|, the one ending in {digits}| again].',
      ],
      'confirm-cancellation': [
        { 'process-cancellation': 1 },
        '[Yes|Okay|All right], [please |]cancel [it|the booking|the flight].',
        "[That's okay|Understood|Go ahead], please cancel [the flight|it|everything].",
      ],
      'withdraw-cancellation': [
        { 'offer-more-help': 1 },
        "[Hmm|Then no], [I'll keep|then I keep] the [booking|flight][, that fee is too high|].",
        "[No|Then don't], I will [keep the flight|try to travel after all].",
      ],
    }),
    ...agent({
      'ask-booking-reference': [{ 'give-booking-reference': 1 }, ...BOOKING.ask],
      'ask-booking-reference~cancel': [{ 'give-booking-reference~cancel': 1 }, ...BOOKING.ask],
      'ask-new-date': [
        { 'give-new-date': 1 },
        '{ack} [Which|What] [new |]date would you like to [travel|fly]?',
        '[I have|I see] your flight to {city}. [Which date|When] would you like to [travel|fly] [instead|]?',
      ],
      'quote-fare-difference': [
        { 'accept-fare-difference': 4, 'reject-fare-difference': 3 },
        '[There are seats|I found a flight|There is a flight] on {newDate} at {clock}. The fare difference is {amount}[ per person|].',
        'On {newDate} [it is possible|there are seats left], [with|for] a fare difference of {amount}. [Shall I change it|Is that okay]?',
      ],
      'report-sold-out': [
        { 'offer-other-date': 1 },
        "[I'm sorry|Unfortunately], the flight on {newDate} is [sold out|full|fully booked].",
        '[I am afraid|Sadly,] there are no seats [left |]on {newDate}.',
      ],
      'offer-other-date': [
        { 'accept-other-date': 4, 'keep-booking~user': 1 },
        'On {otherDate} [there are seats at the same fare|it is cheaper], [would that work|is that possible for you|does that suit you]?',
        '[I can offer|What about|How about] {otherDate} [at {clock}|with only {amount} more]?',
      ],
      'keep-booking': [
        { 'offer-more-help': 1 },
        '[The other days|All other days] are just as expensive, so [I would keep|it is best to keep] the [original|current] flight.',
        'I see nothing cheaper[, sorry|]. Your original flight stays [booked|as it is].',
      ],
      'ask-payment-method': [
        { 'give-payment-method': 1 },
        '[How would you like to pay|Which card may I charge|How do you want to pay][ the difference|]?',
        '{ack} [Which|What] payment method would you like to use[ for the difference|]?',
      ],
      'confirm-rebooking': [
        { 'thank-agent': 1 },
        '[Done|All set|Your flight is changed], [you will receive the new ticket in a few minutes|we have emailed you the new ticket].',
        'The [change|new flight] is confirmed[ under {booking}|], the new ticket is [in your inbox|on its way].',
      ],
      'explain-cancellation-fee': [
        { 'confirm-cancellation': 4, 'withdraw-cancellation': 2 },
        '[The|Your] fare has a cancellation fee of {amount}[, the rest is refunded|]. [Shall I cancel|Do you want to cancel]?',
        'If you cancel now, [there is a fee of {amount}|we keep {amount} as a fee]. [Would you like to go ahead|Is that okay]?',
      ],
      'confirm-free-cancellation': [
        { 'confirm-cancellation': 1 },
        '[Good news|You have a flexible fare]: [the cancellation|canceling] is free[ of charge|]. [Shall I cancel it|Shall I go ahead]?',
        'Your fare [allows|includes] free cancellation[ until the day before|]. [Do you want me to cancel|Shall I cancel it now]?',
      ],
      'process-cancellation': [
        { 'thank-agent': 1 },
        '[The booking|Your flight] [is|has been] canceled, [the refund|your money] [will be|is] on your card in [5|7|10] days.',
        "[Done|All right], I've canceled [the booking|the flight] and [started|sent] the refund.",
      ],
    }),
    ...user({
      'keep-booking~user': [
        { 'offer-more-help': 1 },
        "[No, I'll|Then I'll] [keep|stay with] the [original|old] flight.",
        '[Hmm|No], that day does not work, [leave the booking as it is|I keep the old one].',
      ],
    }),
  },
};
