import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const ORDER_NUMBER = {
  ask: [
    '{sure} [Could|Can] you [give|send|tell] me [the|your] order number[, please|]?',
    '{sure} [What is|May I have|I will need] [the|your] order number[, please|]?',
    '{sure} [Could you share|Can I have|Would you send me] the order number[ so that I can look into it| from the confirmation email|]?',
  ],
  give: [
    "[It's|It is|Sure, it's|Yes, it's] {order}.",
    '[The|My] order number is {order}[, I think| according to the email|].',
    '[Order|Sure, order|That would be order] [number |]{order}.',
    'Order {order}, [placed|bought] [ten days ago|last week|about two weeks ago|at the start of the month].',
  ],
};

export const FIND_PARCEL: Flow = {
  id: 'find-parcel',
  topic: 'the parcel',
  domain: 'shop',
  start: { 'report-missing-parcel': 1 },
  digressions: [
    digression(
      [
        'ask-courier',
        '[Which courier|What delivery company|Who] [is delivering it|delivers it|has it]?',
        'Do you know which courier has [it|the parcel]?',
      ],
      [
        'name-courier',
        'It is with our [standard|regular|local] courier[, they deliver until 8 pm|].',
        '[The|Our] [local|regular] courier [has it|delivers in your area].',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-missing-parcel': [
        { 'ask-order-number': 1 },
        '{hi} [my parcel|my package|my delivery] [has not arrived|still has not arrived|is late][, it was due {weekday}| and I need it this week|].',
        '{hi} where is my parcel? [It should have been here|It was supposed to come|The delivery was due] [on |last |]{weekday}.',
        "{hi} I'm [still |]waiting for [a|my] {item}, the parcel [has not come|never arrived|should be here by now].",
        '{hi} I have not received my parcel[ with the {item}| yet|], can you [track|check] it?',
      ],
      'give-order-number': [{ 'check-tracking': 1 }, ...ORDER_NUMBER.give],
      'accept-waiting': [
        { 'offer-more-help': 3, 'say-goodbye': 1 },
        "[Okay|All right|Fine], I'll wait[ until then| until {nextDay}| and see|].",
        '[Okay|Good], I can wait [until {nextDay}|a bit longer|another day][, thanks|].',
      ],
      'deny-delivery': [
        { 'ask-neighbors': 1 },
        "[No|That's wrong], [I was home all day|nobody rang|there was nothing at the door] [and nothing came|and I have no parcel].",
        '[But I|I] never [got|received] it, [nobody rang the bell|there is nothing at my door|I was at home].',
      ],
      'checked-neighbors': [
        { 'open-investigation': 1 },
        '[Yes|I did], I asked [the|all] neighbors, [nobody has it|no luck|they have not seen it].',
        '[I already|Yes, I] checked with the neighbors [and the mailbox|], [nothing there|no one has it].',
      ],
      'found-parcel': [
        { 'offer-more-help': 1 },
        '[Oh wait|One moment|Oh], [my neighbor has it|it was with the neighbor|I found it behind the bin].',
        'You were right, [a neighbor took it|it is with the neighbor downstairs|I found the parcel in the shed].',
      ],
      'confirm-address': [
        { 'send-parcel-again': 3, 'refund-parcel': 2 },
        'Yes, the address is [correct|right|still the same].',
        "[Yes|Correct], that's [the right address|still my address|where I live].",
      ],
    }),
    ...agent({
      'ask-order-number': [{ 'give-order-number': 1 }, ...ORDER_NUMBER.ask],
      'check-tracking': [
        { 'report-delay': 5, 'report-delivered': 4, 'report-lost': 3 },
        '{ack} [Let me|I will] [check|look at] the tracking[ for you| for a moment|, one moment please|].',
        '[One moment|Just a second|Bear with me], I am [checking|looking up] the tracking[ information| status|].',
      ],
      'report-delay': [
        { 'accept-waiting': 5, 'thank-agent': 3 },
        'The parcel is [delayed|running late] at [the|our] [depot|sorting centre][ because of the weather|], [it should arrive on|the new delivery date is|you will get it on] {nextDay}.',
        'There is a delay [of a day or two|on the route], the parcel [should|will] [reach you|arrive|be delivered] [by|on] {nextDay}.',
      ],
      'report-delivered': [
        { 'deny-delivery': 1 },
        '[According to the tracking,|The tracking says that] the parcel was delivered [on |]{weekday} at {clock}.',
        'It [shows as|is marked as] delivered [on |]{weekday} at {clock}[, left at the front door|, handed to a neighbor|].',
      ],
      'ask-neighbors': [
        { 'checked-neighbors': 3, 'found-parcel': 2 },
        '{sorry} [Have you asked [the|your] neighbors[ and looked around the house|]|Did you check with [the|your] neighbors|Could you ask [the|your] neighbors]?',
        '[Sometimes|Often] [it is left|the driver leaves it] with [a neighbor|the neighbors]. [Have you checked|Could you check] there?',
      ],
      'open-investigation': [
        { 'thank-agent': 2, 'offer-more-help': 1 },
        "[I've opened|I have started|I am opening] [a search|an investigation] with the courier[, reference {ticket}|]. You will hear from us [by|on] {nextDay}.",
        'The courier will [investigate|look for it] now[, the case number is {ticket}|]. We will [write to|contact] you [by|on] {nextDay}.',
      ],
      'report-lost': [
        { 'ask-address': 1 },
        '[It looks like|I am afraid|Unfortunately,] the parcel [was|got] lost [in transit|on the way|at the depot].',
        'The tracking has not [changed|moved] since {weekday}, so we [treat it|count it] as lost.',
      ],
      'ask-address': [
        { 'confirm-address': 1 },
        '[Is the delivery address [on the order|we have] still correct|Can you confirm that the delivery address [on the order|we have] is correct]?',
        'Before I go on, [is [your|the] address still the same|may I ask you to confirm the delivery address]?',
      ],
      'send-parcel-again': [
        { 'thank-agent': 1 },
        "[Great|Thanks], [I've|I have] [arranged|ordered] a new shipment[ free of charge|], it [arrives|should arrive] [on|by] {nextDay}.",
        'We will [ship|send] the {item} again [today|tomorrow], [expect it|it should be there] [by|on] {nextDay}.',
      ],
      'refund-parcel': [
        { 'thank-agent': 1 },
        'The {item} is [no longer in stock|sold out], so I have [refunded|paid back] {amount} to your card.',
        "Since we [can't|cannot] send it again, I [refunded|have refunded] the full {amount}[, it takes 3 to 5 days|].",
      ],
    }),
  },
};
