import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const EXPLAIN_BILL: Flow = {
  id: 'explain-bill',
  topic: 'the bill',
  domain: 'mobile',
  start: { 'complain-high-bill': 1 },
  digressions: [
    digression(
      [
        'ask-due-date',
        'When [is the bill due|do I have to pay the bill]?',
        'Until when [do I have to|must I] pay [it|the bill]?',
      ],
      [
        'state-due-date',
        '[It is|The bill is] due on {newDate}[, I can extend that by a week|].',
        'The due date is {newDate}.',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'complain-high-bill': [
        { 'ask-phone-number': 3, 'ask-which-bill-item': 3 },
        '{hi} my [phone |]bill is [far too high|much higher than usual|wrong][ this month|], [{amount} more|{bill} instead of {monthly}].',
        '{hi} why is my [phone |]bill so high[ this month|]? [I normally pay {monthly}.|It says {bill}.|]',
        '{hi} I [do not understand|have a question about] my [phone |]bill[, there is an extra {amount}|].',
      ],
      'give-phone-number': [
        { 'explain-roaming': 3, 'explain-paid-service': 3 },
        '[The number ends in|The last digits are|It ends in] {digits}.',
        '{digits}[ at the end|, the last four digits|].',
      ],
      'name-bill-item': [
        { 'explain-roaming~item': 3, 'explain-paid-service~item': 3 },
        '[There is|I see] an item [called|named] extra services, {amount}.',
        'The [line|item] [says|is] additional usage[, {amount}|][, no explanation|].',
      ],
      'confirm-travel': [
        { 'offer-travel-pack': 3, 'refund-bill-half': 2 },
        '[Yes|Right], I was [abroad|on vacation|travelling] [that week|two weeks ago|in May].',
        '[Ah|Oh], [we were abroad|I was across the border for a day], [but I hardly used it|so that is it].',
      ],
      'deny-travel': [
        { 'refund-bill-item': 1 },
        'No, I [was|stayed] at home[ all month|], [I did not travel|no roaming at all].',
        "[But I|No, I] [haven't been|was not] abroad[ this year|].",
      ],
      'deny-paid-service': [
        { 'block-paid-services': 1 },
        'I never [ordered|booked|wanted] [that|such a] service[. How did that get on my bill?|].',
        '[No|What], I [did not subscribe|never subscribed] to [anything|that service].',
      ],
      'admit-paid-service': [
        { 'block-paid-services': 2, 'offer-more-help': 1 },
        '[Oh|Ah], [my son|one of the kids] must have [ordered|clicked on] it[ in a game|].',
        '[Right|Now I remember], that was [the ringtone|the game service], [please stop it|please end it].',
      ],
      'accept-travel-pack': [
        { 'confirm-travel-pack': 1 },
        "[Yes|Good idea], [please add|I'll take] the travel pack[ for next time|].",
        '[Okay|Sure], the travel pack [makes sense|is a good idea|please].',
      ],
      'decline-travel-pack': [
        { 'offer-more-help': 1 },
        "[No|No thanks], I [rarely|don't] travel[ that much|].",
        'No [pack|travel pack] [for me|needed], [I switch roaming off|I will use wifi].',
      ],
    }),
    ...agent({
      'ask-phone-number': [
        { 'give-phone-number': 1 },
        '{sorry} [What are|Could you give me|Could you tell me] the last four digits of [the|your] phone number?',
        '{sorry} [Which number is it about|Which phone number is it]? The last four digits [are enough|will do].',
      ],
      'ask-which-bill-item': [
        { 'name-bill-item': 1 },
        '{sorry} Which [item|line] [on|of] the bill [looks wrong|is unclear|do you mean]?',
        '{sorry} [Could you|Can you] tell me which item [on the bill |]you do not [understand|recognize]?',
      ],
      'explain-roaming': [
        { 'confirm-travel': 4, 'deny-travel': 2 },
        '{ack} I see roaming [charges|costs] of {amount}[ in the second week|]. [Were you abroad|Did you travel]?',
        'The [difference|extra amount] is data roaming, {amount}. [Have you been abroad|Were you on vacation]?',
      ],
      'explain-roaming~item': [
        { 'confirm-travel': 4, 'deny-travel': 2 },
        '{ack} That [item|line] is data roaming[ on two days|]. [Were you abroad|Did you travel]?',
        'Those are roaming [charges|costs]. [Have you been abroad|Were you travelling]?',
      ],
      'explain-paid-service': [
        { 'deny-paid-service': 3, 'admit-paid-service': 2 },
        '{ack} There is a [paid|premium] service [on the bill|from another provider], {amount} [a|per] month.',
        'The extra amount [is|comes from] a [premium|paid] service[ that was ordered on {pastDate}|].',
      ],
      'explain-paid-service~item': [
        { 'deny-paid-service': 3, 'admit-paid-service': 2 },
        '{ack} That item is a [premium|paid] service[ from another company|].',
        'This is a [paid|premium] service[, ordered by text message on {pastDate}|].',
      ],
      'offer-travel-pack': [
        { 'accept-travel-pack': 3, 'decline-travel-pack': 3 },
        '[A|For the next trip, a] travel pack [for|with 2 gigabytes for] {pack} [would be cheaper|saves a lot]. [Shall I add it|Would you like it]?',
        'We have a travel pack [for|at] {pack}[, valid in 40 countries|]. [Interested|Should I add one]?',
      ],
      'refund-bill-half': [
        { 'thank-agent': 1 },
        '[As it was the first time|As a gesture], I [take|have taken] half of the roaming off the bill.',
        'I can [waive|refund] half of the roaming [charges|costs], {amount}[, on the next bill|].',
      ],
      'refund-bill-item': [
        { 'thank-agent': 1 },
        '[Then|In that case] it [was|must be] our mistake[, sorry|]. I [have corrected|am correcting] the bill, {amount} [less|will be credited].',
        '[I am sorry|My apologies], I [have removed|removed] the roaming [charges|costs] from the bill.',
      ],
      'block-paid-services': [
        { 'thank-agent': 1 },
        "[I've|I have] canceled the service and blocked [paid|premium] services [for your number|from now on].",
        '[Done|All right], premium services are blocked[ for your number|], [and I refund|you get back] {amount}.',
      ],
      'confirm-travel-pack': [
        { 'thank-agent': 1 },
        '[Done|Great], the travel pack [is added|starts with your next trip][ and costs nothing until then|].',
        'I have [added|booked] the travel pack[, you get a text when it starts|].',
      ],
    }),
  },
};
