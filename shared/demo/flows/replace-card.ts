import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const REPLACE_CARD: Flow = {
  id: 'replace-card',
  topic: 'the card',
  domain: 'bank',
  start: { 'report-lost-card': 3, 'report-stolen-card': 2 },
  digressions: [
    digression(
      [
        'ask-phone-payment',
        'Can I [still |]pay with my phone[ in the meantime| until then|]?',
        '[Does|Will] paying with the phone [still |]work[ until the new card arrives|]?',
      ],
      [
        'explain-phone-payment',
        '[Yes|Yes, it does], [you can add the new card to your phone|phone payments work with the new card] [straight away|in the app at once].',
        'Phone payments [work again|can be used] as soon as the new card [shows|appears] in the app.',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-lost-card': [
        { 'ask-security-answer': 3, 'ask-card-digits': 4 },
        '{hi} I [lost|have lost|think I lost] my [debit|credit|bank] card[ on the bus| yesterday| somewhere in town|].',
        "{hi} I can't find my [debit|credit|bank] card [anywhere|anymore], [please block it|I need to block it|I would like to have it blocked].",
        '{hi} my card is [gone|lost][, it must have fallen out of my pocket|], [please help|I need to block it].',
      ],
      'report-stolen-card': [
        { 'ask-card-digits': 1 },
        '{hi} my [wallet|bag] was stolen [with my card|and my card was in it], please block [it|the card][ right away|].',
        '{hi} someone stole my [credit|debit] card[ this morning|], I need it blocked[ now| at once|].',
      ],
      'give-card-digits': [
        { 'block-card': 1 },
        '[The last four digits are|It ends in|The card ends in] {digits}.',
        '{digits}[, I have it in the app| are the last four digits|].',
        '[Sure|Yes], the last four are {digits}.',
      ],
      'give-security-answer': [
        { 'ask-card-digits~verified': 1 },
        "[It's|The code is|My security code is] {pin}.",
        '[The app shows|I see the code] {pin}.',
      ],
      'deny-recent-payments': [
        { 'open-card-dispute': 1 },
        "[No|No!], [that wasn't me|I did not make that payment|I know nothing about that payment].",
        "[No|Oh no], I [haven't|have not] used the card [since {weekday}|today], [that payment is not mine|that was not me].",
      ],
      'confirm-recent-payments': [
        { 'offer-replacement-card': 1 },
        'Yes, [that was me|that payment is mine|I bought groceries], [all fine|nothing else|no other payments].',
        "[That's right|Yes], I made that payment[ myself|, it was at the gas station|].",
      ],
      'accept-replacement-card': [
        { 'ask-card-address': 1 },
        '[Yes|Of course], [please send me|I need|please order] a new [card|one].',
        '[Please do|Yes], I [need|would like] a replacement card[ as soon as possible|].',
      ],
      'confirm-card-address': [
        { 'confirm-card-order': 1 },
        '[Yes|Yes, please], [send it to [that|my home] address|the address is [correct|right]].',
        "[That's correct|Right|Yes], the address [has not changed|is the same].",
      ],
      'change-card-address': [
        { 'refer-to-branch': 1 },
        '[No|Actually], I [have moved|moved last month], the address [is old|is different now].',
        '[Could you|Can you] send it to [another|my work] address [instead|]?',
      ],
      'find-card-again': [
        { 'unblock-card': 1 },
        '[Wait|Oh], I [just |]found [it|the card][ in my coat| under the seat| in the other bag|]! [Can you unblock it?|]',
        '[Stop|Sorry], the card is here, [it was in the car|my son had it]. [Can I use it again?|]',
      ],
    }),
    ...agent({
      'ask-card-digits': [
        { 'give-card-digits': 1 },
        "{sorry} [Let's|We will] block it [right away|at once]. [What are|Can you tell me] the last four digits[ of the card|]?",
        '{sorry} Please give me the last four digits of [the|your] card[, you see them in the app|].',
      ],
      'ask-security-answer': [
        { 'give-security-answer': 1 },
        '{sorry} [First|Before we start], [please read me|what is] the security code shown in your app?',
        '{sorry} I need to [verify|identify] you: [which|what] security code does the app show?',
      ],
      'ask-card-digits~verified': [
        { 'give-card-digits': 1 },
        '[Thank you|Thanks], [you are verified|that matches]. [What are|Can you tell me] the last four digits of the card?',
        '{ack} [And which|Which] card is it? [Please give me|I need] the last four digits.',
      ],
      'block-card': [
        { 'ask-recent-payments': 5, 'offer-replacement-card': 4 },
        '{ack} [The card|Your card] [is now blocked|has been blocked][, nobody can use it anymore|].',
        "[Done|There], I've blocked the card [ending in|with the digits] {digits}.",
      ],
      'ask-recent-payments': [
        { 'confirm-recent-payments': 5, 'deny-recent-payments': 4 },
        '[The last payment was|I see a payment of] {amount} on {weekday}[ at {clock}|]. [Was that you|Did you make it]?',
        'Before that there was a payment of {amount}[ at a gas station| in a supermarket|] on {weekday}. [Is that yours|Was it you]?',
      ],
      'open-card-dispute': [
        { 'offer-replacement-card': 1 },
        '{sorry} I have [reported|marked] the payment as fraud, [you will get|we return] the {amount} within [five|ten] days.',
        'Then we [treat|report] it as fraud[, case {ticket}|], the {amount} [will be|is] refunded.',
      ],
      'offer-replacement-card': [
        { 'accept-replacement-card': 7, 'find-card-again': 1 },
        '[Shall I|Would you like me to|Should I] [order|send you] a [new|replacement] card?',
        '[Do you want|Would you like] a replacement card[ right away| today|]?[ It is free.|]',
      ],
      'ask-card-address': [
        { 'confirm-card-address': 5, 'change-card-address': 1 },
        '[Is the [home |]address [in your profile|we have on file] correct|Shall we send it to the [home |]address [in your profile|we have on file]]?',
        'It [goes|will go] to your [registered|home] address. [Is that still correct|Is this address right]?',
      ],
      'refer-to-branch': [
        { 'thank-agent': 1 },
        '[For security,|I am sorry,] we [only send|can only send] cards to the registered address. [Please change it in the app first|You can collect it at a branch].',
        'A new address has to be [confirmed|entered] in the app or at a branch [first|before we send a card].',
      ],
      'confirm-card-order': [
        { 'thank-agent': 1 },
        '[Done|All set], the [new|replacement] card [arrives|will arrive|should be there] [by|on] {nextDay}[, the PIN stays the same|, the PIN comes separately|].',
        "I've ordered the [new|replacement] card, [it takes|allow] [3 to 5|4 to 6] working days[ by mail|].",
      ],
      'unblock-card': [
        { 'thank-agent': 1 },
        '[A blocked card|Once it is blocked, the card] cannot be used again[ for security|], so I [still |]have to [send|order] a new one.',
        "[Good to hear|I'm glad], [I have lifted the block|the card is unblocked], you can use it [again|at once].",
      ],
    }),
  },
};
