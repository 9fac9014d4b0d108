import { fieldsOf } from '../../../src/partners/answer-fields.ts';
import { json, type Sent, type StandInAnswer } from '../../kit/stand-in.ts';
import type { Books } from './books.ts';
import { sentText } from './create-parcels.ts';
import { dispatchCount, lastScan } from './parcels.ts';

const REATTEMPT_CODES = ['EOD-74', 'EOD-15', 'EOD-104', 'EOD-43', 'EOD-86', 'EOD-11', 'EOD-69', 'EOD-6'];
const RESCHEDULE_CODES = ['EOD-777', 'EOD-21'];
const MOST_RECORDS = 1000;
const MOST_ATTEMPTS = 2;

interface Result {
  readonly waybill: string;
  readonly act: string;
  /** Null if it was done. */
  readonly refusal: string | null;
}

interface Upload {
  readonly client: string;
  readonly doneAt: number;
  readonly results: readonly Result[];
}

/** Takes NDR actions, and reports their outcome later. */
export class NdrActions {
  /** The time from an upload to its outcome. */
  workMs = 0;
  readonly #books: Books;
  readonly #uploads = new Map<string, Upload>();

  constructor(books: Books) {
    this.#books = books;
  }

  /** `POST /api/p/update`. */
  take(client: string, sent: Sent): StandInAnswer {
    const { data } = sent;
    if (!Array.isArray(data)) return json(400, { success: false, error: 'Invalid data provided' });
    if (data.length > MOST_RECORDS) {
      return json(400, { success: false, error: 'Can not update more than 1000 records' });
    }
    const id = `UPL${70_200_521_800_000_000n + BigInt(this.#books.serial())}`;
    const results = data.map((entry) => this.#act(client, fieldsOf(entry)));
    this.#uploads.set(id, { client, doneAt: this.#books.now() + this.workMs, results });
    return json(200, { request_id: id, success: true });
  }

  /** `GET /api/cmu/get_bulk_upl/<id>`: the real shape of this answer is not known; this one is made up. */
  result(client: string, id: string): StandInAnswer {
    const upload = this.#uploads.get(id);
    if (upload === undefined || upload.client !== client) {
      return json(200, { success: false, error: 'No data found' });
    }
    if (this.#books.now() < upload.doneAt) {
      return json(200, {
        request_id: id,
        status: 'In Progress',
        remarks: 'Package action is being performed',
      });
    }
    return json(200, {
      request_id: id,
      status: 'Complete',
      packages: upload.results.map(({ waybill, act, refusal }) => ({
        waybill,
        act,
        status: refusal === null ? 'Success' : 'Failure',
        remark: refusal ?? '',
      })),
    });
  }

  #act(client: string, entry: Sent): Result {
    const [waybill, act] = [sentText(entry.waybill), sentText(entry.act)];
    return { waybill, act, refusal: this.#refusalOf(client, waybill, act) };
  }

  #refusalOf(client: string, waybill: string, act: string): string | null {
    if (waybill === '') return '"waybill" is missing';
    const parcel = this.#books.parcel(client, waybill);
    if (parcel === null) return 'Incorrect waybill';
    const { type, status, code } = lastScan(parcel);
    if (act === 'PICKUP_RESCHEDULE') {
      if (type !== 'CN' || status !== 'Canceled') return 'Package should be in Canceled status';
      return RESCHEDULE_CODES.includes(code) ? null : `Rescheduling is not allowed as ${code}`;
    }
    if (act !== 'RE-ATTEMPT') return 'Action is not valid';
    if (status === 'Dispatched') return 'Package is part of dispatch. Cannot update the information now';
    if (type !== 'UD' || status !== 'Pending' || !REATTEMPT_CODES.includes(code)) {
      return 'Package in incorrect status';
    }
    return dispatchCount(parcel) > MOST_ATTEMPTS ? 'Shipment has reached max attempt count' : null;
  }
}
