import type { Talk } from './talks.ts';

/** Scripted dialogues that were read before tuning, and tuned on since. Written by hand; none is taken from the data. */
export const TEST_TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'Shoes in the wrong size',
      customer: [
        'Hello, the shoes I ordered are too small, I want to send them back.',
        'Sure, the order number is 60417.',
        'I would rather exchange them for a bigger size.',
        'Yes, please do that.',
        'No, nothing else. Thank you!',
      ],
    },
    {
      title: 'A parcel marked as delivered',
      customer: [
        'The tracking says my package was delivered, but I never got it.',
        'Order 90233.',
        'I asked next door, nobody took it.',
        'Can you send me a new one?',
        'Great, thanks for your help.',
      ],
    },
    {
      title: 'A stolen card',
      customer: [
        'My wallet was stolen, I need to block my card.',
        'The last four digits are 7734.',
        'I noticed it this morning on the bus.',
        'Yes, please send me a new card.',
        'When will the new card arrive?',
      ],
    },
    {
      title: 'Slow internet in the evening',
      customer: [
        'The internet is really slow every evening.',
        'The speed test says 12 megabits.',
        'Do you have a faster plan?',
        'How much is that per month?',
        'Okay, I will take it.',
      ],
    },
    {
      title: 'A new SIM card',
      customer: [
        'I got a new SIM card, how do I activate it?',
        'The number on the card is 8949 0200 1122 3344.',
        'I switched the phone off and on again.',
        'It shows four bars now.',
        'Can I keep my old number?',
      ],
    },
    {
      title: 'A subscription that is hardly used',
      customer: [
        'How can I cancel my subscription? I hardly use it.',
        'My project is over.',
        'Pausing it does not help me.',
        'What happens to my files?',
        'All right, then please cancel it.',
      ],
    },
    {
      title: 'A trip that cannot happen',
      customer: [
        'I have to cancel my flight to Lisbon, I am ill.',
        'The booking reference is K4T9ZA.',
        'Is there a fee for that?',
        'Fine, cancel it then.',
        'When do I get the money back?',
      ],
    },
    {
      title: 'A forgotten password',
      customer: [
        'I forgot my password and the reset email never comes.',
        'The address is sam.ortiz@example.org.',
        'Nothing in the spam folder either.',
        'Yes, send it again please.',
        'Got it, I am in. Thanks!',
      ],
    },
    {
      title: 'A bag that did not come',
      customer: [
        'I landed an hour ago and my bag is not on the belt.',
        'The bag tag says 0081 552 190.',
        'It is a small red backpack.',
        'Do you pay for things I have to buy now?',
        'Okay, I will wait for your call.',
      ],
    },
    {
      title: 'An extra item on the bill, and a stray question',
      customer: [
        'There is an item on my phone bill that I never ordered.',
        'The number ends in 3092.',
        'No, I was at home all month.',
        'Who won the football match yesterday?',
        'So will I get that money back?',
      ],
    },
  ],
  tickets: [
    {
      title: 'A lost bag at the airport',
      customer: [
        'I have been waiting two hours at the airport and my bag is still not here.',
        'Yes, I filed a report at the desk.',
        'The reference is LHRBA55210.',
        'When will somebody call me?',
        'Okay, thanks.',
      ],
    },
    {
      title: 'A game that does not load',
      customer: [
        'My console will not download the new game, it stops at 20 percent every time.',
        'It shows error CE-34878-0.',
        'I have tried that already, same result.',
        'Is there a problem with your servers today?',
        'It finally works! Cheers.',
      ],
    },
    {
      title: 'A wrong item in the box',
      customer: [
        'Ordered a kettle from you and got a toaster. How does that even happen?',
        'The order number is 204-5518823.',
        'I do not want to send it back at my own cost.',
        'So what happens now?',
        'Alright, thank you for sorting it out.',
      ],
    },
    {
      title: 'No signal in the neighborhood',
      customer: [
        'No signal at all in my area since last night, what is going on?',
        'I am in Leeds, LS6.',
        'Just calls and texts, the wifi is fine.',
        'How long will it take?',
        'Thanks for the update.',
      ],
    },
    {
      title: 'A train without seats',
      customer: [
        'Another morning standing on the 7:42 because you only sent four coaches. Shameful.',
        'From Reading to London.',
        'Every single day this week.',
        'Can I get a refund for my ticket?',
        'Fine, I will fill in the form.',
      ],
    },
    {
      title: 'A driver who never came',
      customer: [
        'My driver canceled after 25 minutes and you still charged me a fee.',
        'I wrote to you in the app, nobody replied.',
        'Where do I find the trip?',
        'I sent you the details in a private message.',
        'I got the refund, thank you.',
      ],
    },
    {
      title: 'Praise for a shop',
      customer: [
        'Just wanted to say that the staff at your store in Bristol were lovely today.',
        'It was a young man called Tom.',
        'Please pass it on to him.',
        'Do you have the blue mugs online as well?',
        'Brilliant, thanks.',
      ],
    },
    {
      title: 'Music stops',
      customer: [
        'The music keeps stopping after every song since yesterday.',
        'An old Samsung with Android 7.',
        'I logged out and in again, no change.',
        'Should I delete the app?',
        'That fixed it, you are great.',
      ],
    },
    {
      title: 'A canceled flight',
      customer: [
        'You canceled my flight to Miami and I have been on hold for an hour.',
        'My confirmation code is GH7K2M.',
        'I need to be there tonight.',
        'Nobody is answering me!',
        'Finally got rebooked. Thanks to the agent on the phone.',
      ],
    },
    {
      title: 'Opening an account, and a stray question',
      customer: [
        'Hi, can I open an account online?',
        'I live in Ohio.',
        'What documents do I need?',
        'Who won the football match yesterday?',
        'Thanks, have a nice day.',
      ],
    },
  ],
};
