import { RATES } from '../../../src/carriers/delhivery/limits.ts';
import {
  BadInstruction,
  htmlAnswer,
  json,
  type Sent,
  type StandIn,
  type StandInAnswer,
  type StandInInstruction,
  type StandInParcel,
  type StandInRequest,
  type StandInRoute,
} from '../../kit/stand-in.ts';
import type { StandInDependencies } from '../../kit/start-stand-in.ts';
import { moveInstruction, scansOf } from '../../kit/steps.ts';
import { Books, PIN_KINDS } from './books.ts';
import { createParcels, sentText, wholeFailure } from './create-parcels.ts';
import { STEPS } from './journeys.ts';
import { NdrActions } from './ndr-actions.ts';
import { edit, editXml, labelPdf, packingSlip, track } from './parcel-answers.ts';
import { type Account, isExpected, lastScan, type Parcel } from './parcels.ts';
import { charges, createWarehouse, editWarehouse, expectedTat, Pickups, pinCodes } from './places.ts';
import { STAND_IN_SETTINGS, STAND_IN_TOKEN } from './settings.ts';

const MOST_NUMBERS = 10_000;

/** The answer to a call with an unknown token. */
const NO_CREDENTIALS = json(401, { detail: 'Authentication credentials were not provided.' });
const NO_KEY: StandInAnswer = { status: 401, body: 'Login or API Key Required' };
const FORBIDDEN = htmlAnswer(403, '403 Forbidden');

/** A stand-in for Delhivery's API for business-to-customer parcels, built from what is known of it. */
export class DelhiveryStandIn implements StandIn {
  static readonly settings = STAND_IN_SETTINGS;
  readonly courier = 'delhivery';
  readonly limits = RATES;
  readonly books: Books;
  readonly routes: readonly StandInRoute[];
  readonly instructions: Readonly<Record<string, StandInInstruction>>;
  readonly words = {
    unknown: () => htmlAnswer(404, '404 Not Found'),
    slowDown: FORBIDDEN,
    withStatus: (status: number) =>
      status === 401 ? NO_CREDENTIALS : status === 403 ? FORBIDDEN : htmlAnswer(status, `${status} Error`),
    refusal,
  };
  readonly #pickups: Pickups;
  readonly #ndr: NdrActions;

  constructor({ clock, pushes }: StandInDependencies) {
    this.books = new Books(clock, pushes);
    this.#pickups = new Pickups(this.books);
    this.#ndr = new NdrActions(this.books);
    this.routes = this.#routes();
    this.instructions = this.#told();
  }

  parcels(): StandInParcel[] {
    return [...this.books.parcels.values()].map((parcel) => {
      const { type, status, code } = lastScan(parcel);
      return {
        trackingNumber: parcel.waybill,
        reference: parcel.order,
        status: `${type} ${status} ${code}`,
        isExpected: isExpected(parcel),
      };
    });
  }

  /** Moves a parcel through the named `STEPS`, each with one scan or several. */
  move(waybill: string, ...steps: readonly string[]): void {
    const parcel = this.#parcel(waybill);
    const scans = scansOf(STEPS, steps);
    if (scans.some(({ code }) => code === 'X-PPOM')) this.#pickups.close(parcel.client, parcel.warehouse);
    this.books.scanAll(parcel, scans);
    if (scans.some(({ code }) => code === 'X-DWS')) parcel.weighed = parcel.weight;
  }

  /** Sets how long the stand-in takes to decide on failed deliveries. */
  decideWithin(milliseconds: number): void {
    this.#ndr.workMs = milliseconds;
  }

  #routes(): StandInRoute[] {
    const { books } = this;
    const call = (
      name: string,
      method: string,
      path: RegExp,
      answer: (account: Account, request: StandInRequest) => StandInAnswer,
      unauthorised = NO_CREDENTIALS,
    ): StandInRoute => ({
      call: name,
      method,
      path,
      answer: (request) => {
        const account = books.accounts.get(tokenOf(request));
        return account === undefined ? unauthorised : answer(account, request);
      },
    });
    return [
      call(
        'pin_codes',
        'GET',
        /^\/c\/api\/pin-codes\/json\/?$/,
        (_, { query }) => pinCodes(books, query),
        NO_KEY,
      ),
      call('heavy_pin_codes', 'GET', /^\/api\/dc\/fetch\/serviceability\/pincode$/, (_, { query }) =>
        json(200, {
          pincode: query.get('pincode'),
          payment_type: books.pins.has(query.get('pincode') ?? '') ? 'NSZ' : 'Pre-paid',
        }),
      ),
      call('expected_tat', 'GET', /^\/api\/dc\/expected_tat$/, (_, { query }) => expectedTat(query)),
      call('waybills', 'GET', /^\/waybill\/api\/bulk\/json\/$/, (account, { query }) =>
        this.#waybills(account, query.get('count') ?? ''),
      ),
      call('waybill', 'GET', /^\/waybill\/api\/fetch\/json\/$/, (account) => this.#waybills(account, '1')),
      call('create', 'POST', /^\/api\/cmu\/create\.json$/, (account, { body, headers }) =>
        createParcels(books, account, body, headers['content-type'] ?? ''),
      ),
      call('edit', 'POST', /^\/api\/p\/edit$/, ({ client }, { sent, headers }) => {
        const answer = edit(books, client, sent);
        const readsJson = `${headers['content-type']} ${headers.accept}`.includes('json');
        return readsJson ? json(200, answer) : editXml(answer);
      }),
      call('eway_bill', 'PUT', /^\/api\/rest\/ewaybill\/(\d+)\/$/, ({ client }, { groups }) =>
        books.parcel(client, groups[0] ?? '') === null
          ? json(404, { detail: 'Not found.' })
          : json(200, { success: true }),
      ),
      call('track', 'GET', /^\/api\/v1\/packages\/json\/?$/, ({ client }, { query }) =>
        track(books, client, query),
      ),
      call('label', 'GET', /^\/api\/p\/packing_slip$/, ({ client }, { query, origin }) =>
        packingSlip(books, client, query, origin),
      ),
      {
        call: 'label_file',
        method: 'GET',
        path: /^\/stand-in-labels\/(\d+)\.pdf$/,
        answer: ({ groups }) => labelPdf(groups[0] ?? ''),
      },
      call('pickup', 'POST', /^\/fm\/request\/new\/$/, (account, { sent }) =>
        this.#pickups.request(account, sent),
      ),
      call('create_warehouse', 'POST', /^\/api\/backend\/clientwarehouse\/create\/$/, (account, { sent }) =>
        createWarehouse(books, account, sent),
      ),
      call('create_warehouse', 'PUT', /^\/api\/backend\/clientwarehouse\/create\/$/, () =>
        json(405, { detail: "Method 'PUT' not allowed." }),
      ),
      call('edit_warehouse', 'POST', /^\/api\/backend\/clientwarehouse\/edit\/$/, (account, { sent }) =>
        editWarehouse(books, account, sent),
      ),
      call('charges', 'GET', /^\/api\/kinko\/v1\/invoice\/charges\/\.json$/, (_, { query }) =>
        charges(query),
      ),
      call('ndr', 'POST', /^\/api\/p\/update$/, ({ client }, { sent }) => this.#ndr.take(client, sent)),
      call('ndr_result', 'GET', /^\/api\/cmu\/get_bulk_upl\/([^/]+)$/, ({ client }, { groups }) =>
        this.#ndr.result(client, groups[0] ?? ''),
      ),
      call('document', 'GET', /^\/api\/rest\/fetch\/pkg\/document\/$/, () => json(200, { data: [] })),
    ];
  }

  #told(): Record<string, StandInInstruction> {
    const { books } = this;
    return {
      move: moveInstruction(
        STEPS,
        (waybill, steps) => {
          this.move(waybill, ...steps);
          return { scans: this.#parcel(waybill).scans.length };
        },
        { waybill: '31321100000001', steps: ['picked_up', 'in_transit'] },
      ),
      scan: {
        help: 'scan a parcel with any code',
        example: {
          waybill: '31321100000001',
          type: 'UD',
          status: 'Pending',
          code: 'EOD-15',
          instructions: '',
        },
        run: (instruction) => {
          const parcel = this.#parcel(sentText(instruction.waybill));
          const text = (name: string) => sentText(instruction[name]);
          if (text('type') === '' || text('status') === '')
            throw new BadInstruction('type and status must be there');
          books.scan(parcel, {
            type: text('type'),
            status: text('status'),
            code: text('code'),
            instructions: text('instructions'),
            location: text('location'),
          });
        },
      },
      weigh: {
        help: 'weigh a parcel: the courier charges so many grams',
        example: { waybill: '31321100000001', grams: 1200 },
        run: ({ waybill, grams }) => {
          if (typeof grams !== 'number' || grams <= 0) throw new BadInstruction('grams must be a number');
          this.#parcel(sentText(waybill)).weighed = grams;
        },
      },
      pincodes: {
        help: `have a pincode be one of ${PIN_KINDS.join(', ')}; null for one like all others`,
        example: { pin: '781001', is: 'embargo' },
        run: ({ pin, is }) => {
          const kind = PIN_KINDS.find((known) => known === is);
          if (kind === undefined && is !== null)
            throw new BadInstruction(`is must be one of ${PIN_KINDS.join(', ')}`);
          if (kind === undefined) books.pins.delete(sentText(pin));
          else books.pins.set(sentText(pin), kind);
        },
      },
      account: {
        help: 'change the account of a token',
        example: {
          token: STAND_IN_TOKEN,
          wallet: 414.1,
          active: true,
          series: true,
          auto_pickup: false,
          modes_off: ['COD'],
        },
        run: (instruction) => this.#tellAccount(instruction),
      },
      warehouse: {
        help: 'switch a warehouse off or on',
        example: { token: STAND_IN_TOKEN, name: 'Okhla', active: false },
        run: (instruction) => {
          const { client } = this.#account(instruction);
          const warehouse = books.warehouse(client, sentText(instruction.name));
          if (warehouse === null)
            throw new BadInstruction(`there is no warehouse ${sentText(instruction.name)}`);
          warehouse.isActive = instruction.active === true;
        },
      },
      settings: {
        help: 'how long NDR actions take and numbers rest, and whether parcels whose creation failed are there all the same',
        example: { ndr_ms: 2000, rest_ms: 60_000, saves_partially: false },
        run: (instruction) => {
          if (typeof instruction.ndr_ms === 'number') this.decideWithin(instruction.ndr_ms);
          if (typeof instruction.rest_ms === 'number') books.restMs = instruction.rest_ms;
          if (typeof instruction.saves_partially === 'boolean')
            books.savesPartially = instruction.saves_partially;
          return { ndr_ms: this.#ndr.workMs, rest_ms: books.restMs, saves_partially: books.savesPartially };
        },
      },
    };
  }

  #tellAccount(instruction: Sent) {
    const account = this.#account(instruction);
    if (typeof instruction.wallet === 'number') account.walletRupees = instruction.wallet;
    if (typeof instruction.active === 'boolean') account.isActive = instruction.active;
    if (typeof instruction.series === 'boolean') account.hasSeries = instruction.series;
    if (typeof instruction.auto_pickup === 'boolean') account.isOnAutoPickup = instruction.auto_pickup;
    if (Array.isArray(instruction.modes_off)) {
      account.modesOff.clear();
      for (const mode of instruction.modes_off) account.modesOff.add(sentText(mode));
    }
    return { ...account, modesOff: [...account.modesOff] };
  }

  #account({ token }: Sent): Account {
    const account = this.books.accounts.get(typeof token === 'string' ? token : STAND_IN_TOKEN);
    if (account === undefined) throw new BadInstruction('there is no such token');
    return account;
  }

  #parcel(waybill: string): Parcel {
    const parcel = this.books.parcels.get(waybill);
    if (parcel === undefined) throw new BadInstruction(`there is no parcel ${waybill}`);
    return parcel;
  }

  /** Answers with one text of numbers, not a list; a single number is not quoted. */
  #waybills({ client, hasSeries }: Account, count: string): StandInAnswer {
    if (!hasSeries) return json(200, null);
    const number = Number(count);
    if (!/^\d+$/.test(count) || number === 0) {
      return json(400, `Bad Request! Invalid count for client ${client}`);
    }
    if (number > MOST_NUMBERS) return json(400, 'Bad Request! Count value should be less than 10000');
    const numbers = this.books.allot(client, number);
    const body = number === 1 ? String(numbers[0]) : JSON.stringify(numbers.join(','));
    return { status: 200, type: 'application/json', body };
  }
}

/** The refusal of a valid request, by call. */
function refusal({ call }: StandInRequest): StandInAnswer {
  switch (call) {
    case 'create':
      return wholeFailure('suspicious order/consignee');
    case 'edit':
      return json(200, {
        status: 'Failure',
        waybill: null,
        order_id: null,
        error: 'Incorrect Waybill/OrderID, please try again',
      });
    case 'pickup':
      return json(400, { prepaid: 'Client wallet balance is 414.1 which is less than 500.0' });
    default:
      return json(400, { success: false, error: 'Unauthorized client/user' });
  }
}

/** Reads the token from the header, or, for numbers, from the query. */
function tokenOf({ headers, query, call }: StandInRequest): string {
  const sent = /^Token (\S+)$/.exec(headers.authorization ?? '')?.[1];
  if (sent !== undefined) return sent;
  return call.startsWith('waybill') ? (query.get('token') ?? '') : '';
}
