/** The form of an answer: the keys of objects, one form for the entries of a list, and the types of values. */
export type AnswerShape = string | readonly AnswerShape[] | { readonly [key: string]: AnswerShape };

const DEEPEST = 12;
const MOST_KEYS = 200;
const MOST_ENTRIES = 20;

/** A name that a programmer gave. A key with several digits may be a number of a parcel, of an order or of a person. */
const NAME = /^[A-Za-z_$@][A-Za-z0-9_$-]{0,39}$/;
const MOST_DIGITS = 2;
const OTHER_KEY = '(key)';

/** Returns the form of JSON without its values, and without keys that may be values. */
export function shapeOf(value: unknown, depth = 0): AnswerShape {
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  if (depth >= DEEPEST) return '...';
  if (Array.isArray(value)) {
    const shapes = value.slice(0, MOST_ENTRIES).map((entry) => shapeOf(entry, depth + 1));
    return shapes.length === 0 ? [] : [shapes.reduce(merged)];
  }
  const shape = new Map<string, AnswerShape>();
  for (const [key, entry] of Object.entries(value).slice(0, MOST_KEYS)) {
    const name = isName(key) ? key : OTHER_KEY;
    const [known, own] = [shape.get(name), shapeOf(entry, depth + 1)];
    shape.set(name, known === undefined ? own : merged(known, own));
  }
  return Object.fromEntries(shape);
}

function isName(key: string): boolean {
  return NAME.test(key) && key.replace(/\D/g, '').length <= MOST_DIGITS;
}

/** The form that has the keys of both; of different types, both are named. */
function merged(one: AnswerShape, other: AnswerShape): AnswerShape {
  if (typeof one === 'string' && typeof other === 'string') {
    return [...new Set([...one.split(' or '), ...other.split(' or ')])].join(' or ');
  }
  if (isList(one) && isList(other)) {
    const [first, second] = [one[0], other[0]];
    if (first === undefined) return other;
    return second === undefined ? one : [merged(first, second)];
  }
  if (isObject(one) && isObject(other)) {
    const shape = new Map(Object.entries(one));
    for (const [key, own] of Object.entries(other)) {
      const known = shape.get(key);
      shape.set(key, known === undefined ? own : merged(known, own));
    }
    return Object.fromEntries(shape);
  }
  // A field that is a list in one entry and an object in another: the form that tells more.
  return typeof one === 'string' ? other : one;
}

function isList(shape: AnswerShape): shape is readonly AnswerShape[] {
  return Array.isArray(shape);
}

function isObject(shape: AnswerShape): shape is { readonly [key: string]: AnswerShape } {
  return typeof shape === 'object' && !Array.isArray(shape);
}
