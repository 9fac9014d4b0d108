import type { CarrierDuty, ServiceabilityRules } from './serviceability-rules.ts';
import { CARRIER_DUTIES } from './serviceability-rules.ts';

/**
 * Serviceability, compiled: for each pincode and duty a set of carriers, with one bit for each, so that
 * finding the carriers of a quote takes two sets and one AND, for any number of rules.
 *
 * Most pincodes are served by the same carriers, so each distinct combination (a *service class*) is stored
 * once, and each place has the number of its class. Measured with 50 carriers: one byte for each carrier and
 * pincode is 971 KB and 100 scattered reads for a quote; a set for each pincode is 621 KB and 4 reads;
 * classes are 50 KB with 2,000 rules and 5 reads, and stay in the processor's cache when many accounts are
 * active. With 200,000 random rules, nearly every pincode has a separate class: 660 KB, which is the maximum.
 */
export interface Serviceability {
  /** Indexed by place: the number of its class. */
  readonly classOf: Uint16Array;
  /** Indexed by class, duty and word: a bit for each carrier. */
  readonly sets: Uint32Array;
  /** The number of 32-bit words in one set. */
  readonly words: number;
}

const DUTIES = CARRIER_DUTIES.length;

export const PICKUP = CARRIER_DUTIES.indexOf('pickup');
export const PREPAID = CARRIER_DUTIES.indexOf('prepaid');
export const COD = CARRIER_DUTIES.indexOf('cod');
export const REVERSE = CARRIER_DUTIES.indexOf('reverse');

export function wordsFor(carriers: number): number {
  return Math.max(1, Math.ceil(carriers / 32));
}

export function emptyServiceability(places: number): Serviceability {
  return { classOf: new Uint16Array(places), sets: new Uint32Array(DUTIES), words: 1 };
}

/** The index in `sets` where the set of a place and duty starts. */
export function setStart(serviceability: Serviceability, place: number, duty: number): number {
  return ((serviceability.classOf[place] ?? 0) * DUTIES + duty) * serviceability.words;
}

export function serves(
  serviceability: Serviceability,
  carrier: number,
  place: number,
  duty: CarrierDuty,
): boolean {
  const start = setStart(serviceability, place, CARRIER_DUTIES.indexOf(duty));
  return (((serviceability.sets[start + (carrier >>> 5)] ?? 0) >>> (carrier & 31)) & 1) === 1;
}

/**
 * Applies rules on top of a parent's tables.
 *
 * @param carrierIds the carriers of the new book, in its order
 * @param parentIndex indexed by carrier: the carrier's index in the parent, or -1 for a carrier that the
 * parent does not have; such a carrier serves everywhere unless a rule says otherwise
 * @returns the parent's own tables if nothing differs
 */
export function layServiceability(
  parent: Serviceability,
  carrierIds: readonly string[],
  parentIndex: readonly number[],
  parentCarriers: number,
  rules: ServiceabilityRules | null,
): Serviceability {
  const sameCarriers =
    carrierIds.length === parentCarriers && parentIndex.every((before, index) => before === index);
  const base = sameCarriers ? parent : moveCarriers(parent, carrierIds.length, parentIndex);
  return rules === null || rules.size === 0 ? base : applyRules(base, carrierIds, rules);
}

/** Copies the parent's classes, and moves each carrier's bits to its new index. */
function moveCarriers(
  parent: Serviceability,
  carriers: number,
  parentIndex: readonly number[],
): Serviceability {
  const words = wordsFor(carriers);
  const setCount = parent.sets.length / parent.words;
  const sets = new Uint32Array(setCount * words);
  for (let set = 0; set < setCount; set += 1) {
    for (let carrier = 0; carrier < carriers; carrier += 1) {
      const before = parentIndex[carrier] ?? -1;
      const word = parent.sets[set * parent.words + (before >>> 5)] ?? 0;
      const has = before < 0 || ((word >>> (before & 31)) & 1) === 1;
      const at = set * words + (carrier >>> 5);
      if (has) sets[at] = (sets[at] ?? 0) | (1 << (carrier & 31));
    }
  }
  return { classOf: parent.classOf, sets, words };
}

function applyRules(
  base: Serviceability,
  carrierIds: readonly string[],
  rules: ServiceabilityRules,
): Serviceability {
  const { words, classOf } = base;
  const row = DUTIES * words;
  const rows = new Uint32Array(classOf.length * row);
  for (let place = 0; place < classOf.length; place += 1) {
    const from = (classOf[place] ?? 0) * row;
    for (let word = 0; word < row; word += 1) rows[place * row + word] = base.sets[from + word] ?? 0;
  }
  const indexes = new Map(carrierIds.map((id, index) => [id, index]));
  const carriers = rules.carrierIds.map((id) => indexes.get(id) ?? -1);
  rules.forEachPlace((ruleCarrier, place, yes, no) => {
    const carrier = carriers[ruleCarrier] ?? -1;
    if (carrier < 0) return;
    const bit = 1 << (carrier & 31);
    let at = place * row + (carrier >>> 5);
    for (let duty = 0; duty < DUTIES; duty += 1) {
      if (((yes >>> duty) & 1) === 1) rows[at] = (rows[at] ?? 0) | bit;
      else if (((no >>> duty) & 1) === 1) rows[at] = (rows[at] ?? 0) & ~bit;
      at += words;
    }
  });
  return classify(rows, row, words, classOf.length);
}

/** Stores each distinct row once, found through a hash table of class numbers with open addressing. */
function classify(rows: Uint32Array, row: number, words: number, places: number): Serviceability {
  const classOf = new Uint16Array(places);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(places * 2 + 2))).fill(-1);
  const mask = slots.length - 1;
  let classes = 0;
  for (let place = 0; place < places; place += 1) {
    const from = place * row;
    let slot = hashOf(rows, from, row) & mask;
    for (;;) {
      const candidate = slots[slot] ?? -1;
      if (candidate < 0) {
        // The classes are collected at the front of `rows`; a class's number is never above its first place.
        rows.copyWithin(classes * row, from, from + row);
        slots[slot] = classes;
        classOf[place] = classes;
        classes += 1;
        break;
      }
      if (sameRow(rows, candidate * row, from, row)) {
        classOf[place] = candidate;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  return { classOf, sets: rows.slice(0, classes * row), words };
}

function hashOf(rows: Uint32Array, from: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let word = 0; word < length; word += 1) {
    hash = Math.imul(hash ^ (rows[from + word] ?? 0), 0x01000193);
    hash ^= hash >>> 15;
  }
  return hash;
}

function sameRow(rows: Uint32Array, a: number, b: number, length: number): boolean {
  for (let word = 0; word < length; word += 1) {
    if (rows[a + word] !== rows[b + word]) return false;
  }
  return true;
}
