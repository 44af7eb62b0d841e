import { CLOSING } from '../closing.ts';
import { agent, digression, type Flow, user } from '../flow.ts';
import { ORDER_NUMBER } from './find-parcel.ts';

export const RETURN_ITEM: Flow = {
  id: 'return-item',
  topic: 'the return',
  domain: 'shop',
  start: { 'request-return': 1 },
  digressions: [
    digression(
      [
        'ask-return-cost',
        '[Do I have to pay|Will I be charged|Who pays] for the return[ shipping| postage|]?',
        'Is the return [shipping|postage] free[ of charge|]?',
      ],
      [
        'explain-return-cost',
        'The return shipping is free[ for you| within the country|], [we cover it|we pay the postage].',
        '[No charge for you|You pay nothing]: return postage is [free|on us].',
      ],
    ),
  ],
  steps: {
    ...CLOSING,
    ...user({
      'request-return': [
        { 'ask-order-number': 6, 'ask-return-reason': 2 },
        "{hi} I'd like to return [a|the] {item} [I bought|I ordered|from my last order][ last week| on {weekday}|].",
        '{hi} how [do|can] I return [a|the] {item}[ I ordered| that arrived on {weekday}|]?',
        '{hi} I [want|need] to [send back|return] [a|the] {item}[ and get my money back|. Can you help?| from last week|].',
        '{hi} can I return the {item} [I got|that came|you delivered] [on {weekday}|last week|a few days ago]?',
      ],
      'give-order-number': [{ 'find-order': 4, 'ask-return-reason': 3 }, ...ORDER_NUMBER.give],
      'give-reason-damaged': [
        { 'ask-photo': 1 },
        '[It|The {item}] [arrived|came] [damaged|broken|with a crack|scratched][, the box was crushed| and does not work|, I could not use it|].',
        "It's [damaged|broken|scratched], [one corner is cracked|there is a big dent in it|it was like that when I opened the box].",
      ],
      'give-reason-unsuitable': [
        { 'ask-refund-or-replacement': 1 },
        "It's the wrong [size|color|model], I [ordered|wanted|asked for] [a different one|another one].",
        'You sent [me |]the wrong [item|size|color][, this is not what I ordered|, it does not match the order|].',
        'The [size|color] is wrong, it [looks different from|does not match] the picture[ on the site|].',
      ],
      'give-reason-changed-mind': [
        { 'confirm-return-window': 6, 'refuse-late-return': 3 },
        'I [just |]changed my mind, [I no longer need it|it is not for me|I found something better].',
        "I [don't need it anymore|do not need it after all], [I changed my mind|it was a gift and she already has one|nothing wrong with it].",
      ],
      'send-photo': [
        { 'confirm-damage': 1 },
        '[I have just uploaded|I just sent|Here is|I attached] [the|a] photo[ of the damage| of the {item}| of the box and the {item}|].',
        '[Done|Okay|Sure], [I uploaded|I sent|you should have] [a photo|two photos][ now| of it|].',
      ],
      'choose-refund': [
        { 'send-return-label': 1 },
        "[I'd prefer|I would like|I'll take|Please give me] [a|the] refund[, please|].",
        '[A|Just the|The] refund[ please| would be best| is fine|, I have already bought another one].',
        '[Can I have|Could I get] [my money back|a refund][, please|]?',
      ],
      'choose-replacement': [
        { 'confirm-replacement': 4, 'report-out-of-stock': 2 },
        "[I would like|Please send me|I'd prefer] [a replacement|a new one|another one][, I need it for the weekend|, since I like it|].",
        'A replacement[, please| would be great| is fine|, I still need it].',
        'Can you send [me |]a replacement[, please| instead| soon]?',
      ],
      'ask-refund-time': [
        { 'explain-refund-time': 1 },
        '[How long|How many days] [will the refund take|does the refund take|until I get the refund|before I see the refund]?',
        'When [will I get|do I get|can I expect] [the|my] refund[ back on my card|]?',
      ],
      'accept-voucher': [
        { 'send-voucher': 1 },
        "[Okay|All right|Fine], [I'll take|I will take] the voucher[ then|].",
        'A voucher [is fine|works for me|is better than nothing|would be okay].',
      ],
      'decline-voucher': [
        { 'offer-more-help': 1 },
        "No[ thanks|], I don't [want|need] a voucher[, I'll keep it|, I will give it away|].",
        "[A voucher is no use to me|I would rather not have a voucher], [I'll keep it then|forget it].",
      ],
    }),
    ...agent({
      'ask-order-number': [{ 'give-order-number': 1 }, ...ORDER_NUMBER.ask],
      'find-order': [
        { 'ask-return-reason': 1 },
        '[Thanks|Thank you|Got it], I [have found|found|can see] [the|your] order: [one|a] {item}, delivered [on |last |]{weekday}.',
        '{ack} I [have|found] the order here, the {item} was delivered [on |last |]{weekday}.',
      ],
      'ask-return-reason': [
        { 'give-reason-damaged': 3, 'give-reason-unsuitable': 3, 'give-reason-changed-mind': 3 },
        '{ack} [What is|Could you tell me|May I ask] the reason for the return?',
        '{ack} [Why are you returning|Why would you like to return|Can you tell me the reason for returning] the {item}?',
      ],
      'ask-photo': [
        { 'send-photo': 1 },
        '{sorry} [Could you|Can you|Would you] [send|upload|attach] a photo of the damage[, please|]?',
        '{sorry} [Please send me|I just need|We need] a photo of the [damage|damaged {item}][ for our records|].',
      ],
      'confirm-damage': [
        { 'ask-refund-or-replacement': 1 },
        '[Thank you|Thanks], [I can see the damage|the damage is clear] [in|on] the photo.',
        '[Thanks for the photo|I have received the photo], the damage [must have happened in transit|is clearly visible|is covered].',
      ],
      'ask-refund-or-replacement': [
        { 'choose-refund': 5, 'choose-replacement': 4 },
        '[Would you prefer|Would you like|Do you want] a refund or a replacement?',
        'I can [offer|give] you [a refund or a replacement|either a refund or a replacement]. Which [do you prefer|would you like|suits you better]?',
      ],
      'confirm-return-window': [
        { 'send-return-label': 1 },
        "[That's fine|No problem], [it|the {item}] is [still |]within the [30 day|thirty day] return window[, so you can send it back|].",
        'You are within the return window of [30|thirty] days, so a full refund is possible[ once we have it back|].',
      ],
      'refuse-late-return': [
        { 'offer-voucher': 1 },
        "[I'm afraid|Unfortunately,] the return window [of 30 days |]has [passed|expired|closed], [so I can't take it back|so a refund is not possible].",
        "I'm sorry, [this order|the {item}] is [older than 30 days|past the return window], so [we cannot refund it|a refund is no longer possible].",
      ],
      'offer-voucher': [
        { 'accept-voucher': 3, 'decline-voucher': 1 },
        '[What I can do is|As a gesture, I can] [offer|give] you a voucher [for|of] {voucher}[ instead|]. [Would you like it|Is that okay|Would that help]?',
        'I can [send|offer] you a voucher [worth|for] {voucher}[ for your next order|]. [Would that be okay|Shall I send it]?',
      ],
      'send-voucher': [
        { 'thank-agent': 1 },
        '[Done|There you go], the voucher [code |]is [on its way to|in] your inbox[ and valid for a year|].',
        'I have [sent|emailed] you the voucher[, it is valid for twelve months|, you can use it on any order|].',
      ],
      'send-return-label': [
        { 'ask-refund-time': 4, 'thank-agent': 5 },
        "I've [emailed|sent] you a [return|prepaid] label. [Please print|Just print] it and drop the parcel at [any|your nearest] [collection point|post office].",
        '[You will receive|I am sending you] a return label by email[ in a few minutes|]. [Stick it on the parcel|Put it on the box] and [hand it in|drop it off] at [a|any] [post office|collection point].',
      ],
      'explain-refund-time': [
        { 'thank-agent': 1 },
        '[The refund takes|Refunds take|It takes] [3 to 5|5 to 7|up to 7] working days [after|once] [the parcel reaches us|we receive the parcel].',
        '[Once|As soon as] the parcel [is back|arrives], the refund [will be on your card|reaches your account] within [3 to 5|5 to 7|7] working days.',
      ],
      'confirm-replacement': [
        { 'thank-agent': 1 },
        "[It's in stock|We have it in stock], [so |]the replacement [will ship|ships|leaves our warehouse] [today|tomorrow] and [arrives|should arrive] [on |by |]{nextDay}.",
        '[Done|All set], the replacement is [ordered|on its way] and [should be with you|will arrive] [by|on] {nextDay}.',
      ],
      'report-out-of-stock': [
        { 'choose-refund~instead': 1 },
        "[I'm afraid|Unfortunately,] the {item} is out of stock[ at the moment|]. [May I offer|Would you accept|Can I offer you] a refund[ instead|]?",
        "I'm sorry, it is [out of stock|sold out][ until next month|]. [Would a refund be okay|Shall I refund you instead]?",
      ],
    }),
    ...user({
      'choose-refund~instead': [
        { 'send-return-label': 1 },
        "[Okay|That's a pity|All right], [then I'll take|then please give me|I will take] the refund.",
        '[Okay|Fine], a refund [then|is fine|it is].',
      ],
    }),
  },
};
