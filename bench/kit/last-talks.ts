import type { Talk } from './talks.ts';

/** Scripted dialogues for the final reading: written before their answers were seen, and nothing was changed after it. */
export const LAST_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'A kettle that leaks',
      customer: [
        'Hi, I want to return the kettle, it leaks.',
        'Order 71255.',
        'Yes, here is a photo of the crack.',
        'A refund, please.',
        'When will I get the money?',
      ],
    },
    {
      title: 'A parcel that nobody has seen',
      customer: [
        'My parcel has not arrived.',
        'The order number is 30918.',
        'I do not have it, and it is not at the neighbors either.',
        'How long does the search take?',
        'Okay, thanks. That is all.',
      ],
    },
    {
      title: 'A return after all',
      customer: [
        'I would like to return a coat.',
        'It is order 66410.',
        'The color looks different from the picture.',
        'A replacement, please.',
        'Do I have to pay for the shipping?',
      ],
    },
    {
      title: 'A payment to a merchant abroad',
      customer: [
        'I see a charge on my card that is not mine.',
        'It was 42 dollars on Monday.',
        'No, I do not know them.',
        'Yes, go ahead.',
        'No, thank you, that was everything.',
      ],
    },
    {
      title: 'A card that was lost',
      customer: [
        'I have lost my card, please block it.',
        'The last digits are 1206.',
        'Yes, that was me.',
        'Yes, I need a new one.',
        'Yes, the address is correct.',
      ],
    },
    {
      title: 'A router with a green light',
      customer: [
        'Hello, the internet does not work.',
        'My customer number is 552817.',
        'All the lights are green.',
        'Yes, I have restarted it.',
        'It works again, great!',
      ],
    },
    {
      title: 'A subscription for too much money',
      customer: [
        'Please cancel my subscription.',
        'It got too expensive.',
        'No, I still want to cancel.',
        'Can I export my data?',
        'Thanks, bye.',
      ],
    },
    {
      title: 'A trip that is postponed',
      customer: [
        'I have to change the date of my flight.',
        'The booking reference is PL6R2D.',
        'Can it be on March 12?',
        'Yes, that is fine.',
        'I will pay by credit card.',
      ],
    },
    {
      title: 'A suitcase that stayed behind',
      customer: [
        'My luggage is missing.',
        'The tag says 0074 331 908.',
        'It is a black suitcase with a red strap.',
        'To my home, please.',
        'Will you pay for clothes in the meantime?',
      ],
    },
    {
      title: 'A new SIM card, and a stray remark',
      customer: [
        'I need to activate my new SIM card.',
        'The SIM number is 8931 4400 2211 9087.',
        'Yesterday a whale swam through my kitchen.',
        'I restarted the phone.',
        'It works now, thank you.',
      ],
    },
  ],
  tickets: [
    {
      title: 'A parcel at the depot',
      customer: [
        'My parcel has been stuck at your depot for five days. What is going on?',
        'The order number is 114-2281930.',
        'I have sent you a DM.',
        'Nobody has answered yet.',
        'Okay, thanks for your help.',
      ],
    },
    {
      title: 'An app that crashes',
      customer: [
        'Your app crashes every time I open it.',
        'iPhone 7, iOS 11.0.3.',
        'I already deleted it and installed it again.',
        'Still crashing.',
        'It works now, thanks!',
      ],
    },
    {
      title: 'A late flight',
      customer: [
        'Flight delayed four hours and no information. Terrible service!',
        'It is flight 2071 to Seattle.',
        'Will I get a voucher?',
        'I do not want to wait on the phone again.',
        'Thank you.',
      ],
    },
    {
      title: 'A bill that is too high',
      customer: [
        'Why did my bill go up 20 dollars this month?',
        'I never agreed to that.',
        'Can you look at my account?',
        'I sent the account number in a message.',
        'Great, thank you so much.',
      ],
    },
    {
      title: 'Praise for an agent',
      customer: [
        'Shout out to Dana at your call center, she solved everything in five minutes!',
        'She was so patient with me.',
        'Please tell her boss.',
        'You guys rock!',
        'Have a nice weekend.',
      ],
    },
    {
      title: 'A ride that was too expensive',
      customer: [
        'I was charged 45 dollars for a ride of ten minutes.',
        'It was on Saturday night.',
        'My email is kim.novak@example.com.',
        'How long does a refund take?',
        'I have received it, thanks.',
      ],
    },
    {
      title: 'No network',
      customer: [
        'I have had no service on my phone since this morning.',
        'I am in zip code 30309.',
        'Yes, I turned it off and on again.',
        'Is there an outage?',
        'The signal is back, thank you.',
      ],
    },
    {
      title: 'Food that was cold',
      customer: [
        'The food arrived cold and an hour late. Disgusting.',
        'The order was from last night.',
        'I want a refund.',
        'Where do I send the receipt?',
        'I sent it.',
      ],
    },
    {
      title: 'A show that is gone',
      customer: [
        'Why was my favorite show removed?',
        'In Germany.',
        'When will it come back?',
        'That is sad, I watched it every evening.',
        'OK, thanks anyway.',
      ],
    },
    {
      title: 'A locked account, and a stray remark',
      customer: [
        'I cannot get into my account, please help.',
        'I have tried to reset the password three times.',
        'A whale swam through my kitchen.',
        'It says that my email is not known.',
        'How can I talk to a person?',
      ],
    },
  ],
};
