import type { EntityRows } from '../../../lab/success/entity-database.ts';

export const exampleTables: readonly EntityRows[] = [
  {
    domain: 'restaurant',
    rows: [
      {
        name: 'pizza hut city centre',
        area: 'centre',
        food: 'italian',
        pricerange: 'cheap',
        address: 'Regent Street City Centre',
        phone: '01223323737',
        postcode: 'cb21ab',
        type: 'restaurant',
        location: [52.2, 0.12],
      },
      {
        name: 'ask',
        area: 'centre',
        food: 'italian',
        pricerange: 'cheap',
        address: '12 Bridge Street City Centre',
        phone: '01223364917',
        postcode: 'C.B 2, 1 U.F',
        type: 'restaurant',
      },
      {
        name: 'the nirala',
        area: 'north',
        food: 'indian',
        pricerange: 'moderate',
        address: '7 Milton Road Chesterton',
        phone: '01223360966',
        postcode: 'cb41uy',
        type: 'restaurant',
      },
      {
        name: 'chiquito restaurant bar',
        area: 'south',
        food: 'mexican',
        pricerange: 'expensive',
        address: '2G Cambridge Leisure Park',
        phone: '01223400170',
        postcode: 'cb17dy',
        type: 'restaurant',
      },
    ],
  },
  {
    domain: 'hotel',
    rows: [
      {
        name: 'alpha guest house',
        area: 'north',
        stars: '4',
        parking: 'yes',
        type: 'guesthouse',
        phone: '01223315702',
      },
      {
        name: 'gonville hotel',
        area: 'centre',
        stars: '3',
        parking: 'yes',
        type: 'hotel',
        phone: '01223366611',
      },
    ],
  },
  {
    domain: 'attraction',
    rows: [
      { name: 'adc theatre', area: 'centre', type: 'theatre', pricerange: '?', 'entrance fee': '5 pounds' },
      { name: "christ's college", area: 'centre', type: 'college', pricerange: '?', 'entrance fee': 'free' },
    ],
  },
  {
    domain: 'train',
    rows: [
      {
        trainID: 'TR0001',
        departure: 'cambridge',
        destination: 'london kings cross',
        day: 'monday',
        leaveAt: '05:00',
        arriveBy: '05:51',
      },
      {
        trainID: 'TR0002',
        departure: 'cambridge',
        destination: 'london kings cross',
        day: 'monday',
        leaveAt: '07:00',
        arriveBy: '07:51',
      },
      {
        trainID: 'TR0003',
        departure: 'ely',
        destination: 'cambridge',
        day: 'friday',
        leaveAt: '09:35',
        arriveBy: '09:52',
      },
    ],
  },
  {
    domain: 'police',
    rows: [{ name: 'Parkside Police Station', address: 'Parkside, Cambridge', phone: '01223358966' }],
  },
  {
    domain: 'hospital',
    rows: [
      { department: 'haematology', phone: '01223216297' },
      { department: 'oncology', phone: '01223216305' },
    ],
  },
  {
    domain: 'taxi',
    rows: [{ taxi_colors: ['black', 'red'], taxi_types: ['toyota', 'bmw'], taxi_phone: ['^[0-9]{10}$'] }],
  },
];
