import type { Talk } from './talks.ts';

/** More scripted dialogues: written before their answers were seen, and tuned on since. */
export const FRESH_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'A jacket with a torn seam',
      customer: [
        'Good morning, the jacket from my last order has a torn seam and I want to return it.',
        "It's order 33871.",
        'The seam was already open when I unpacked it.',
        'Okay, I sent you the picture.',
        "I'd prefer a replacement.",
      ],
    },
    {
      title: 'A parcel with no news',
      customer: [
        'My delivery is three days late and the tracking has not moved.',
        'Order number 51906.',
        'Is it lost?',
        'Then please send it again.',
        'Fine, thanks a lot.',
      ],
    },
    {
      title: 'A refund that is awaited',
      customer: [
        'I sent a sweater back two weeks ago, where is my refund?',
        'The number of the order is 20744.',
        'No, I have not received anything yet.',
        'How many days will that take?',
        'Alright, goodbye.',
      ],
    },
    {
      title: 'Headphones that do not please',
      customer: [
        'Can I give back the headphones? I do not like how they sound.',
        '88123 is the order.',
        'They are not broken, I just do not want them anymore.',
        'Is the shipping free?',
        'Please send the label by email.',
      ],
    },
    {
      title: 'A strange payment',
      customer: [
        'Somebody used my credit card, there is a payment I did not make.',
        'On Friday, 54 dollars.',
        'I do not know this shop at all.',
        'No, I have not written to them.',
        'Please dispute it.',
      ],
    },
    {
      title: 'No connection since the storm',
      customer: [
        'We have had no internet since last night.',
        'It blinks orange.',
        'I unplugged it and plugged it in again.',
        'No, nothing loads.',
        'Can you send somebody?',
      ],
    },
    {
      title: 'A flight for another day',
      customer: [
        'I need to move my flight to next week.',
        'The reference is ZT4M8Q.',
        'Wednesday would be best.',
        'What does the change cost?',
        'OK, go ahead.',
      ],
    },
    {
      title: 'A lost wallet',
      customer: [
        'I lost my bank card yesterday.',
        'It ends in 4418.',
        'Yes, block it right away.',
        'My address is still the same.',
        'How long does the new one take?',
      ],
    },
    {
      title: 'A bill with roaming',
      customer: [
        'My phone bill is twice as much as last month.',
        'My number is 0151 2245 876.',
        'I was on holiday in Turkey.',
        'Can I get some of it back?',
        'Okay, that is all.',
      ],
    },
    {
      title: 'The account is locked, and a joke',
      customer: [
        'It says that my account is locked.',
        'lee.brown@example.com',
        'Tell me a joke about penguins.',
        'I changed the password, what now?',
        'Yes, I am in. Thank you.',
      ],
    },
  ],
  tickets: [
    {
      title: 'A delivery at the wrong house',
      customer: [
        'Your courier left my parcel with a stranger two streets away. Unbelievable.',
        'The tracking number is 1Z884120.',
        'I already called and was on hold for 40 minutes.',
        'Can I get a refund?',
        'OK, sent you a message with the details.',
      ],
    },
    {
      title: 'A console that freezes',
      customer: [
        'My Xbox keeps freezing since the update, please help.',
        'It is the Xbox One S.',
        'Yes, I did a hard reset.',
        'It happens in every game.',
        'Where can I check for updates?',
      ],
    },
    {
      title: 'A train that is late',
      customer: [
        'Why is the 8:15 to Brighton late again?',
        'I am at East Croydon.',
        'How late will it be?',
        'This happens every day, it is a joke.',
        'Thanks for answering.',
      ],
    },
    {
      title: 'An address to change',
      customer: [
        'How do I change the delivery address of my order?',
        'It has not been shipped yet.',
        'I cannot find that option in the app.',
        'Could you do it for me?',
        'Perfect, many thanks.',
      ],
    },
    {
      title: 'A subscription charged after the end',
      customer: [
        'I canceled my subscription last month and you charged me again!',
        'I have the confirmation email here.',
        'Do you need my account number?',
        'I sent it in a DM.',
        'Any news?',
      ],
    },
    {
      title: 'A seat beside a child',
      customer: [
        'My seat is ten rows away from my five-year-old, can you fix that?',
        'The booking is XK93LM.',
        'We fly tomorrow morning.',
        'Nobody picks up the phone.',
        'Sorted at the counter, thank you!',
      ],
    },
    {
      title: 'A store without stock',
      customer: [
        'Do you have the size 9 boots in your Manchester store?',
        'The black ones.',
        'Can I reserve a pair?',
        'What time do you close today?',
        'Cheers!',
      ],
    },
    {
      title: 'A phone that does not charge',
      customer: [
        'My iPhone will not charge anymore.',
        'An iPhone 8, iOS 11.1.',
        'I tried two other cables.',
        'There is no Apple store near me.',
        'What will it cost?',
      ],
    },
    {
      title: 'A good word for a driver',
      customer: [
        'Had the nicest driver ever this morning, thank you!',
        'His name is Ahmed, in a white Prius.',
        'Can I tip him later?',
        'I cannot see that trip in my app.',
        'Found it, thanks!',
      ],
    },
    {
      title: 'Slow internet, and a joke',
      customer: [
        'Paying for 100 Mbps and getting 5. Great job.',
        'I restarted the router like you said.',
        'Tell me a joke about penguins.',
        'My postcode is M4 1HQ.',
        'So when does the engineer come?',
      ],
    },
  ],
};
