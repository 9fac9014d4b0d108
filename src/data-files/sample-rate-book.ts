import { decimalToInteger, parseDecimal } from '../domain/decimal.ts';
import { type BookRows, NO_ROWS } from '../domain/rates/book-rows.ts';
import { type Carrier, OFFLINE, USUAL_CUTOFF_MINUTE } from '../domain/rates/carrier.ts';
import { courierNameOf } from '../domain/rates/courier-name.ts';
import type { PriceTable, RateCard } from '../domain/rates/rate-card.ts';
import { factorToMillionths, percentToMillionths } from '../domain/rates/share.ts';
import { ZONES } from '../domain/zones/zone.ts';
import { judgeContent } from './judge-content.ts';
import { SAMPLE_CARRIERS } from './sample-carriers.ts';

const { wrong, asRecord } = judgeContent('sample rate book');

/**
 * Returns the rows of the sample rate book from the parsed `data/rates.json`: eight services under invented
 * names, which serve every pincode.
 *
 * @throws StartupError naming the error and its place
 */
export function sampleBookRows(content: unknown): BookRows {
  const file = asRecord(content, 'the file');
  if (!Array.isArray(file.services)) throw wrong('"services" must be a list');
  const services = file.services.map((service) => readService(asRecord(service, 'a service')));
  return {
    ...NO_ROWS,
    carriers: services.map(({ carrier }) => carrier),
    rateCards: services.map(({ card }) => card),
    platformFeePaise: paise(file.platform_fee, 'platform_fee'),
  };
}

function readService(service: Record<string, unknown>): { carrier: Carrier; card: RateCard } {
  const name = String(service.id);
  const sample = SAMPLE_CARRIERS[name];
  if (sample === undefined) throw wrong(`"${name}" is none of the sample services`);
  const isAir = service.mode === 'air';
  const cod = asRecord(service.cod, `${name}.cod`);
  const carrier: Carrier = {
    id: sample.id,
    name: sample.name,
    code: sample.code,
    serviceLevel: isAir ? 'express' : 'standard',
    mode: isAir ? 'air' : 'surface',
    isFast: isAir,
    isPrime: sample.isPrime,
    maxWeightGrams: whole(service.max_g, `${name}.max_g`),
    maxSideCm: null,
    maxSidesCm: null,
    codLimitPaise: paise(cod.max_value, `${name}.cod.max_value`),
    cutoffMinute: USUAL_CUTOFF_MINUTE,
    transitDays: byZone(service.tat_days, `${name}.tat_days`, whole),
    adapter: OFFLINE,
    courierProduct: '',
    courierName: courierNameOf(sample.name),
    helpline: null,
  };
  const percent = percentToMillionths(String(cod.percent));
  const factor = factorToMillionths(String(service.rto_factor));
  if (percent === null) throw wrong(`${name}.cod.percent must be a number`);
  if (factor === null) throw wrong(`${name}.rto_factor must be a number`);
  const card: RateCard = {
    carrierId: sample.id,
    firstSlabGrams: whole(service.min_g, `${name}.min_g`),
    furtherSlabGrams: whole(service.add_g, `${name}.add_g`),
    forward: priceTable(service, name),
    codFlatPaise: paise(cod.flat, `${name}.cod.flat`),
    codShare: percent,
    rto: { factor },
    reverse:
      service.reverse === null
        ? null
        : priceTable(asRecord(service.reverse, `${name}.reverse`), `${name}.reverse`),
    qcFeePaise: service.qc_fee === null ? null : paise(service.qc_fee, `${name}.qc_fee`),
  };
  return { carrier, card };
}

function priceTable(prices: Record<string, unknown>, where: string): PriceTable {
  return {
    first: byZone(prices.base, `${where}.base`, paise),
    further: byZone(prices.add, `${where}.add`, paise),
  };
}

function byZone(
  value: unknown,
  where: string,
  read: (value: unknown, where: string) => number,
): readonly number[] {
  const zones = asRecord(value, where);
  return ZONES.map((zone) => read(zones[zone], `${where}.${zone}`));
}

function paise(value: unknown, where: string): number {
  return scaled(value, 2) ?? refuse(`${where} must be an amount in rupees`);
}

function whole(value: unknown, where: string): number {
  return scaled(value, 0) ?? refuse(`${where} must be a whole number`);
}

function scaled(value: unknown, scale: number): number | null {
  const decimal = typeof value === 'number' ? parseDecimal(value) : null;
  const integer = decimal === null ? null : decimalToInteger(decimal, scale);
  return integer === null || integer < 0 ? null : integer;
}

function refuse(what: string): never {
  throw wrong(what);
}
