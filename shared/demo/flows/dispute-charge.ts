import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';

export const DISPUTE_CHARGE: Flow = {
  id: 'dispute-charge',
  topic: 'the charge',
  domain: 'bank',
  start: { 'report-unknown-charge': 1 },
  digressions: [
    digression(
      [
        'ask-charge-effect',
        '[Does|Will] this [affect|change] my [credit limit|account balance|other payments]?',
        '[Can I|May I] [keep using|still use] [the|my] card[ meanwhile|]?',
      ],
      [
        'explain-charge-effect',
        'No, [everything else|your card and limit] [stay as before|stay the same][ during the check|].',
        'You can [use|keep using] the card as usual[, only this charge is checked|].',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'report-unknown-charge': [
        { 'ask-charge-details': 4, 'look-up-charge': 3 },
        "{hi} there is a charge of {amount} on my [statement|account] [that I don't recognize|I did not make|I know nothing about].",
        "{hi} I [see|found|noticed] a charge [of {amount} |]that [isn't mine|I do not recognize|looks wrong].",
        '{hi} I was charged twice for [the same|one] purchase[, {amount} each|]. Can you [check|help]?',
        "{hi} what is this charge of {amount}? I [never bought anything there|don't know this shop].",
      ],
      'give-charge-details': [
        { 'look-up-charge': 1 },
        "[It's|It is|It was] {amount} from {weekday}[, a shop I do not know| evening|].",
        'The charge is [from|dated] {pastDate}, {amount}.',
        '{amount} on {pastDate}[, with a strange shop name|].',
      ],
      'recognize-merchant': [
        { 'offer-more-help': 1 },
        '[Oh|Ah], [that was my subscription|now I remember|that was the parking garage], [the charge is mine|sorry, it is correct].',
        '[Right|Oh yes], [I did buy something there|I remember it now|that was me], so the charge is fine.',
      ],
      'deny-merchant': [
        { 'ask-contacted-merchant': 3, 'start-dispute': 4 },
        "No, I [don't know|have never heard of|never used] [this|that] [shop|merchant|company].",
        '[No|Not at all], I [never ordered|did not buy] anything from [them|that merchant].',
      ],
      'contacted-merchant': [
        { 'start-dispute': 1 },
        '[Yes|I did], the merchant [does not answer|refuses to help|says it is not their problem].',
        '[I wrote|Yes, I wrote] to the merchant [twice|last week], no [answer|reply].',
      ],
      'not-contacted-merchant': [
        { 'advise-contact-merchant': 1 },
        "[No|Not yet], I [have not|haven't] contacted [them|the merchant][ so far|].",
        '[No|Not so far], I [thought I should|wanted to] [ask|tell] the bank first[, you see|].',
      ],
      'confirm-dispute': [
        { 'confirm-dispute-filed': 1 },
        '[Yes|Yes please], [please dispute it|file the dispute|go ahead][, I want my money back|].',
        '[Please do|Go ahead|Yes please], dispute the charge[ for me|, I never got anything for it|].',
        '[I agree|That would be good|Okay], [please open the dispute|please file it|dispute it].',
      ],
      'ask-dispute-time': [
        { 'explain-dispute-time': 1 },
        'How long [does|will] the dispute take?',
        'When will I [know more|hear about the dispute|get the money back|see the result]?',
        '[Thanks, and how|And how|How] long until the dispute is [decided|settled|over]?',
      ],
    }),
    ...agent({
      'ask-charge-details': [
        { 'give-charge-details': 1 },
        '{sorry} [What is|Could you tell me] the [date and amount|exact date] of the charge?',
        '{sorry} [When was the charge made|On which day was it charged] and [for how much|what is the amount]?',
      ],
      'look-up-charge': [
        { 'name-merchant': 1 },
        '{ack} [Let me|I will] [look up|find] the charge[ for you| in your account|], [one moment|just a second].',
        '[One moment|Please hold on], [I am looking up|let me look up] [the|that] charge.',
      ],
      'name-merchant': [
        { 'deny-merchant': 5, 'recognize-merchant': 3 },
        '[The charge|It] comes from [an online shop|a parking company|a streaming service|a travel agency][ abroad|]. Do you [know|recognize] [this|the] merchant?',
        'The merchant is [a ticket shop|an online store|a parking garage][ in another city|]. [Does that ring a bell|Do you recognize it]?',
      ],
      'ask-contacted-merchant': [
        { 'contacted-merchant': 3, 'not-contacted-merchant': 2 },
        '[Have you [already |]contacted|Did you contact|Have you asked|Did you already write to] the merchant[ about it|]?',
        'Did you try to [reach|write to] the merchant[ first|]?',
      ],
      'advise-contact-merchant': [
        { 'thank-agent': 1 },
        '[Please|I suggest you] [contact|write to] the merchant first[, they often refund at once|]. [If they do not answer|Without an answer] within a week, [we can dispute it|come back to us].',
        'The rules ask you to [contact|try] the merchant first. [After seven days|After a week] we can [open|file] a dispute.',
      ],
      'start-dispute': [
        { 'confirm-dispute': 1 },
        '[Then|In that case] I can dispute the charge [for you|with the card company]. [Shall I|Do you agree]?',
        'We can [open|file] a dispute[ for {amount}|]. [Shall I do that|Would you like me to go ahead]?',
      ],
      'confirm-dispute-filed': [
        { 'ask-dispute-time': 4, 'thank-agent': 3 },
        'The dispute is [open|filed][, the case number is {ticket}|], and {amount} [is credited for now|will be credited for the time being].',
        "[Done|All right], I've filed the dispute[ under {ticket}|]. [You get|We have given you] a temporary credit of {amount}.",
      ],
      'explain-dispute-time': [
        { 'thank-agent': 1 },
        '[A|The] dispute [takes|usually takes] [two to four|up to six|about three] weeks, [we write to you|you will get a letter].',
        'We [decide|will decide] within [30|45] days, the credit stays until then.',
      ],
    }),
  },
};
