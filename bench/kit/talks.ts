/** The five turns of a customer in one dialogue with the simulator. */
export interface Talk {
  readonly title: string;
  readonly customer: readonly string[];
}

/** Scripted dialogues, by data set. Written by hand; none is taken from the data. */
export const TALKS: Readonly<Record<'demo' | 'tickets', readonly Talk[]>> = {
  demo: [
    {
      title: 'A damaged lamp goes back',
      customer: [
        'Hi, I would like to return a lamp I bought last week.',
        'The order number is 48213.',
        'It arrived damaged, the shade is cracked.',
        'I just uploaded a photo of it.',
        'I would like a refund, please.',
      ],
    },
    {
      title: 'A parcel is late',
      customer: [
        'Hello, where is my parcel? It should have been here on Monday.',
        'My order number is 77120.',
        'No, my neighbors do not have it either.',
        'Yes, that address is right.',
        'Okay, thank you. Bye!',
      ],
    },
    {
      title: 'A charge on the card that nobody knows',
      customer: [
        'There is a charge on my card that I do not recognize.',
        'It was 89 euros last Tuesday.',
        'No, I have never heard of that shop.',
        'Yes, please block the card.',
        'How long until I get the money back?',
      ],
    },
    {
      title: 'The internet is down',
      customer: [
        'My internet has been down since this morning.',
        'The light on the router is red.',
        'I restarted it, but it still does not work.',
        'Tomorrow afternoon would be fine.',
        'Thanks for your help.',
      ],
    },
    {
      title: 'A subscription is canceled',
      customer: [
        'I want to cancel my subscription.',
        'It is too expensive for me.',
        'No thanks, I do not want a discount.',
        'Yes, please cancel it at the end of the month.',
        'No, that was all.',
      ],
    },
    {
      title: 'A flight is moved',
      customer: [
        'Can I change my flight to Friday?',
        'My booking code is QX7P2L.',
        'The morning flight would suit me.',
        'Does that cost anything?',
        'Okay, please book it.',
      ],
    },
    {
      title: 'No way to log in',
      customer: [
        'I cannot log in to my account anymore.',
        'My email is jo.miller@example.com.',
        'I did not get any email from you.',
        'I looked, it is not in the spam folder.',
        'Now it works, thank you so much!',
      ],
    },
    {
      title: 'A suitcase is lost',
      customer: [
        'My suitcase did not arrive with my flight.',
        'It is a large blue hard-shell suitcase.',
        'The tag number is 0220 418 663.',
        'Please send it to my hotel.',
        'When will I hear from you?',
      ],
    },
    {
      title: 'A bill is higher than usual',
      customer: [
        'Why is my bill so high this month?',
        'My customer number is 3381907.',
        'I was in Switzerland for a few days.',
        'Nobody told me that it costs extra.',
        'Okay. What can I do so that it does not happen again?',
      ],
    },
    {
      title: 'A return after a change of mind, and a parrot',
      customer: [
        'I would like to send back the headphones I ordered.',
        'I just changed my mind.',
        'My parrot sings opera on the moon.',
        'The order number is 55190.',
        'Do I have to pay for the return?',
      ],
    },
  ],
  tickets: [
    {
      title: 'A flight is delayed',
      customer: [
        'My flight to Denver has been delayed for three hours and nobody at the gate tells us anything!',
        'It is flight 1482 from Chicago.',
        'I sent you a direct message with my booking code.',
        'Still no reply. This is ridiculous.',
        'Okay, thank you for looking into it.',
      ],
    },
    {
      title: 'A phone runs slowly after an update',
      customer: [
        'Since the latest update my phone is so slow and the battery dies by noon.',
        'It is an iPhone 7 with the newest version.',
        'I already restarted it, it did not help.',
        'How do I reset the settings?',
        'That worked, thanks a lot!',
      ],
    },
    {
      title: 'A parcel that was never delivered',
      customer: [
        'The app says my package was delivered but there is nothing here.',
        'Yes, I checked with the neighbors.',
        'It was supposed to come yesterday.',
        'How do I contact you?',
        'I have just called, they will send a new one. Thanks.',
      ],
    },
    {
      title: 'The internet is out again',
      customer: [
        'Internet is out again, third time this week. You are the worst.',
        'Yes, I rebooted the modem twice.',
        'My zip code is 60614.',
        'When will it be fixed?',
        'It is back now. Thank you.',
      ],
    },
    {
      title: 'A double charge',
      customer: [
        'Why was I charged twice for the same ride?',
        'I sent you an email last week and nobody answered.',
        'My email is jo.miller@example.com.',
        'I want my money back.',
        'Done, I just sent you the message.',
      ],
    },
    {
      title: 'Praise for the crew',
      customer: [
        'Big thanks to your crew on the flight to Boston today, they were amazing!',
        'Her name was Maria, she helped us with the kids.',
        'You are welcome, I will fly with you again.',
        'Can I upgrade my seat for the way back?',
        'Great, thanks!',
      ],
    },
    {
      title: 'A song is missing',
      customer: [
        'Hey, why can I not find the new album in your app?',
        'I am in Canada.',
        'On Android, the latest version.',
        'I reinstalled it but it is still missing.',
        'Okay, I will wait then.',
      ],
    },
    {
      title: 'A rude driver',
      customer: [
        'Your driver was so rude and took a longer way, I am never using this again.',
        'It was last night around ten.',
        'Where can I send you the details?',
        'I sent you a DM.',
        'Thank you for your help.',
      ],
    },
    {
      title: 'A locked account',
      customer: [
        'I am locked out of my account and the reset link does not work.',
        'Yes, I tried another browser.',
        'The error says that my password is wrong.',
        'Still not working.',
        'How long will that take?',
      ],
    },
    {
      title: 'A question about opening hours, and a parrot',
      customer: [
        'Are your stores open on Sunday?',
        'The one in Austin, Texas.',
        'My parrot sings opera on the moon.',
        'Do you sell gift cards there?',
        'Perfect, thank you!',
      ],
    },
  ],
};
