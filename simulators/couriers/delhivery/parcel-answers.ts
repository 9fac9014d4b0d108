import { numberOf } from '../../../src/partners/answer-fields.ts';
import { plainPdf } from '../../kit/plain-pdf.ts';
import { json, type Sent, type StandInAnswer } from '../../kit/stand-in.ts';
import { type Books, sortCodeOf } from './books.ts';
import { sentText } from './create-parcels.ts';
import { CANCELLED_ON_THE_WAY, REVERSE_CANCELLED, SELLER_CANCELLED } from './journeys.ts';
import { dispatchCount, expectedAt, isOpen, isReverse, lastScan, naive, type Parcel } from './parcels.ts';

const MOST_TRACKED = 50;
const DAY_MS = 86_400_000;

/** `GET /api/v1/packages/json/`: unknown parcels are left out. */
export function track(books: Books, client: string, query: URLSearchParams): StandInAnswer {
  const numbers = splitAt(query.get('waybill'));
  const orders = splitAt(query.get('ref_ids'));
  const parcels = new Set([
    ...numbers.slice(0, MOST_TRACKED).flatMap((waybill) => books.parcel(client, waybill) ?? []),
    ...orders.slice(0, MOST_TRACKED).flatMap((order) => books.parcelsOfOrder(client, order)),
  ]);
  if (parcels.size === 0) {
    const error =
      numbers.length > 0
        ? 'Data does not exists for provided Waybill(s)'
        : 'No such waybill or order ID found';
    return json(200, { Success: false, Error: error, rmk: error });
  }
  return json(200, { ShipmentData: [...parcels].map((parcel) => ({ Shipment: shipmentOf(parcel) })) });
}

function shipmentOf(parcel: Parcel) {
  const { scans } = parcel;
  const last = lastScan(parcel);
  const isReturning = scans.some(({ type }) => type === 'RT');
  const when = (code: string) => {
    const found = scans.find((scan) => scan.code === code);
    return found === undefined ? null : naive(found.at);
  };
  const ofType = (type: string, status?: string) => {
    const found = scans.find(
      (scan) => scan.type === type && (status === undefined || scan.status === status),
    );
    return found === undefined ? null : naive(found.at);
  };
  return {
    AWB: parcel.waybill,
    ReferenceNo: parcel.order,
    OrderType: parcel.mode === 'Prepaid' ? 'Pre-paid' : parcel.mode,
    CODAmount: parcel.codAmount,
    InvoiceAmount: parcel.totalAmount,
    Quantity: parcel.quantity,
    ChargedWeight: parcel.weighed,
    SenderName: parcel.client,
    PickupLocation: parcel.warehouse,
    Origin: 'Delhi',
    Destination: parcel.city,
    Extras: '',
    Ewaybill: [],
    ReverseInTransit: isReturning,
    DispatchCount: dispatchCount(parcel),
    PickUpDate: naive(parcel.createdAt),
    PickedupDate: when('X-PPOM') ?? when('EOD-77'),
    OriginRecieveDate: when('X-PIOM'),
    OutDestinationDate: when('X-DLL2F'),
    DestRecieveDate: ofType('UD', 'Pending'),
    FirstAttemptDate: ofType('UD', 'Dispatched'),
    DeliveryDate: ofType('DL', 'Delivered'),
    ExpectedDeliveryDate: expectedAt(parcel),
    PromisedDeliveryDate: naive(parcel.createdAt + 5 * DAY_MS),
    RTOStartedDate: ofType('RT'),
    ReturnedDate: ofType('DL', 'RTO'),
    ReturnPromisedDeliveryDate: null,
    Consignee: {
      Name: masked(parcel.name),
      Address1: [],
      Address2: [],
      Address3: '',
      City: parcel.city,
      State: parcel.state,
      Country: 'India',
      PinCode: Number(parcel.pin),
      Telephone1: '',
      Telephone2: '',
    },
    Status: {
      Status: last.status,
      StatusType: last.type,
      StatusCode: last.code,
      StatusDateTime: naive(last.at),
      StatusLocation: last.location,
      Instructions: last.instructions,
      RecievedBy: last.type === 'DL' ? masked(parcel.name) : '',
    },
    Scans: scans.map((scan) => ({
      ScanDetail: {
        ScanDateTime: naive(scan.at),
        ScanType: scan.type,
        Scan: scan.status,
        StatusDateTime: naive(scan.at),
        ScannedLocation: scan.location,
        StatusCode: scan.code,
        Instructions: scan.instructions,
        ...(scan.code === 'ST-114' ? { call_duration: 21 } : {}),
      },
    })),
  };
}

/** `POST /api/p/edit`: corrections and cancellations. */
export function edit(books: Books, client: string, sent: Sent): EditAnswer {
  const waybill = sentText(sent.waybill);
  const parcel = books.parcel(client, waybill);
  const failure = (error: string) => ({
    status: 'Failure',
    waybill: null,
    order_id: parcel?.order ?? null,
    error,
  });
  if (parcel === null) return failure('Incorrect Waybill/OrderID, please try again');
  const done = (remark: string) => ({ status: true, waybill, remark, order_id: parcel.order });
  const isCancellation = String(sent.cancellation) === 'true';
  if (isCancellation && parcel.isCancelled) return done('Shipment has been cancelled.');
  if (!isOpen(parcel)) {
    return failure(
      lastScan(parcel).status === 'Dispatched'
        ? 'Package is part of dispatch. Cannot update the information now'
        : 'Package in incorrect status',
    );
  }
  if (isCancellation) {
    const isOnTheWay = !isReverse(parcel) && !/^(Manifested|Not Picked)$/.test(lastScan(parcel).status);
    parcel.isCancelled = true;
    books.scan(
      parcel,
      isReverse(parcel) ? REVERSE_CANCELLED : isOnTheWay ? CANCELLED_ON_THE_WAY : SELLER_CANCELLED,
    );
    return done('Shipment has been cancelled.');
  }
  const pt = sentText(sent.pt);
  if (pt === 'COD' && parcel.mode === 'Prepaid' && (numberOf(sent.cod) ?? 0) <= 0)
    return failure('cod amount is required');
  if (pt !== '' && isReverse(parcel)) return failure('Payment mode conversion is not allowed');
  if (pt === 'COD' || pt === 'Pre-paid') parcel.mode = pt === 'COD' ? 'COD' : 'Prepaid';
  if (pt === 'Pre-paid') parcel.codAmount = 0;
  if (sent.cod !== undefined) parcel.codAmount = numberOf(sent.cod) ?? 0;
  if (sentText(sent.name) !== '') parcel.name = sentText(sent.name);
  if (sentText(sent.phone) !== '') parcel.phone = sentText(sent.phone);
  if (sentText(sent.add) !== '') parcel.address = sentText(sent.add);
  if (sentText(sent.products_desc) !== '') parcel.products = sentText(sent.products_desc);
  if (sent.weight !== undefined) parcel.weight = numberOf(sent.weight) ?? 0;
  return done('Shipment has been updated.');
}

export interface EditAnswer {
  readonly status: boolean | string;
  readonly waybill: string | null;
  readonly order_id: string | null;
  readonly remark?: string;
  readonly error?: string;
}

/** The answer as XML, for clients that do not accept JSON. */
export function editXml(answer: EditAnswer): StandInAnswer {
  const status = answer.status === true ? 'True' : answer.status;
  const rest = Object.entries({ ...answer, status }).map(
    ([name, value]) => `<${name}>${value ?? ''}</${name}>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<root>${rest.join('')}</root>`;
  return { status: 200, type: 'application/xml', body };
}

/** `GET /api/p/packing_slip`: the data of a label; empty for an unknown parcel. */
export function packingSlip(
  books: Books,
  client: string,
  query: URLSearchParams,
  origin: string,
): StandInAnswer {
  const parcels = splitAt(query.get('wbns')).flatMap((waybill) => books.parcel(client, waybill) ?? []);
  const isPdf = query.get('pdf')?.toLowerCase() === 'true';
  const packages = parcels.map((parcel) =>
    isPdf
      ? { wbn: parcel.waybill, pdf_download_link: `${origin}/stand-in-labels/${parcel.waybill}.pdf` }
      : slipOf(parcel),
  );
  return json(200, { packages, packages_found: packages.length });
}

const PIXEL = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`;

function slipOf(parcel: Parcel) {
  return {
    wbn: parcel.waybill,
    oid: parcel.order,
    name: parcel.name,
    address: parcel.address,
    pin: parcel.pin,
    contact: parcel.phone,
    cd: naive(parcel.createdAt),
    prd: parcel.products,
    pt: parcel.mode === 'Prepaid' ? 'Pre-paid' : parcel.mode,
    cod: parcel.codAmount,
    rs: parcel.totalAmount,
    weight: parcel.weight,
    cl: parcel.client,
    cl_logo: null,
    delhivery_logo: PIXEL,
    barcode: PIXEL,
    oid_barcode: PIXEL,
    origin: 'DEL',
    origin_city: 'Delhi',
    destination: sortCodeOf(parcel.pin).slice(0, 3),
    destination_city: parcel.city,
    sort_code: sortCodeOf(parcel.pin),
    snm: parcel.sellerName,
    sadd: '',
    si: '',
    tin: '',
    cst: '',
    sid: '',
    radd: parcel.returnTo.address,
    rcty: parcel.returnTo.city,
    rst: '',
    rpin: parcel.returnTo.pin,
    rph: parcel.returnTo.phone,
  };
}

export function labelPdf(waybill: string): StandInAnswer {
  return { status: 200, type: 'application/pdf', body: plainPdf(waybill) };
}

function splitAt(text: string | null): string[] {
  return (text ?? '').split(',').filter((entry) => entry !== '');
}

function masked(name: string): string {
  return name.replace(/(\S)\S*/g, '$1****');
}
