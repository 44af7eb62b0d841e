import { stemOf } from './topic-words.ts';

/**
 * Words that mean the same to people who write to support, although dialogues seldom contain two of them:
 * without this, short texts share too few words to be compared. General English; no row is of one company or
 * one corpus.
 */
const KINDRED: readonly string[] = [
  'delivery deliver delivered parcel package packages shipping shipped shipment courier tracking dispatch dispatched warehouse postage undelivered redelivery carrier doorstep porch',
  'refund refunded refunds reimburse reimbursement moneyback money',
  'bill billing billed invoice charge charged charges overcharged fee fees payment payments paid statement deducted subscription autopay',
  'bank banking checking savings deposit withdrawal atm debit credit card cards transfer loan mortgage branch fraud funds',
  'account password login logged signin username locked hacked verification verify authentication email suspended deactivated reset pin hacker',
  'flight flights plane airline airlines airport boarding gate pilot cabin crew attendant attendants runway takeoff landing layover standby aircraft seat seats upgrade miles jet fly flying flew',
  'luggage baggage bag bags suitcase carousel checked carry-on',
  'train trains railway rail platform station carriage coach conductor commute commuter departing ticket timetable',
  'cab taxi ride rides driver drivers pickup fare trip surge passenger',
  'bus buses route stop depot',
  'hotel room rooms hostel guesthouse night nights checkin checkout lodging stay reservation housekeeping booking apartment rental landlord lease tenant',
  'restaurant table dinner lunch cuisine menu food eat meal dine waiter dish vegetarian chef',
  'burger fries pizza sandwich burrito taco chicken cheese sauce drink soda coffee toppings takeaway takeout hungry fast-food salad bowl dessert rice beans tortilla guac queso',
  'store stores shop shops shelf shelves aisle checkout cashier till supermarket grocery groceries stock stocked restock product products pack packaging label labelled',
  'phone iphone android handset smartphone mobile tablet ipad device devices screen charger battery keyboard camera headphones laptop computer watch button speaker',
  'update updated updates upgrade ios software firmware version install installed app apps download bug bugs glitch glitches glitchy crash crashes crashing freeze freezes lag laggy windows browser patch',
  'internet wifi wi-fi broadband router modem connection connect outage fiber speed speeds mbps ethernet network signal coverage lte data reception bandwidth technician dsl',
  'cable channel channels tv television box remote dvr',
  'sim prepaid roaming minutes texting plan plans carrier port porting unlock contract',
  'game games gaming console controller xbox ps4 playstation multiplayer dlc player players lobby server servers disc trophy gamertag preorder pre-order',
  'music song songs playlist playlists album albums artist podcast streaming stream listen listening shuffle',
  'movie movies film episode episodes season seasons series watch watching subtitles show shows theater cinema',
  'doctor appointment hospital clinic medicine prescription patient symptoms dentist nurse medical pharmacy',
  'insurance policy premium claim claims coverage insured deductible',
  'car vehicle dealer engine garage mechanic tire tires brakes parking',
  'return returns exchange replacement faulty defective broken damaged warranty repair repaired',
  'coupon discount voucher promo promotion code codes deal sale offer offers rewards points loyalty giftcard',
  'job application resume interview hiring hire career',
  'weather temperature forecast rain sunny humidity wind',
  'school university course class student teacher exam tuition',
];

/** By stem, its rows. A word in two rows counts less for either. */
const ROWS: ReadonlyMap<string, readonly number[]> = (() => {
  const rows = new Map<string, number[]>();
  for (const [row, words] of KINDRED.entries())
    for (const stem of new Set(words.split(' ').map(stemOf)))
      rows.set(stem, [...(rows.get(stem) ?? []), row]);
  return rows;
})();

/** Returns the rows of related words for a stem. */
export const kindredOf = (stem: string): readonly number[] => ROWS.get(stem) ?? [];

export const KINDRED_ROWS = KINDRED.length;
