/** The names under which couriers put the reason of a refusal, the most telling first. */
const NAMES = [
  'rmk',
  'remarks',
  'remark',
  'StatusInformation',
  'description',
  'error_message',
  'message',
  'errors',
  'error',
  'Error',
  'detail',
  'reason',
];
const LONGEST = 200;

/** The courier's own sentence in an answer; null if the answer has none. */
export function courierReason(answer: string | null): string | null {
  if (answer === null) return null;
  try {
    const found = sentenceIn(JSON.parse(answer));
    return found === null ? null : found.slice(0, LONGEST);
  } catch {
    return null;
  }
}

function sentenceIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const name of NAMES) {
    const found = sentencesOf((value as Record<string, unknown>)[name]);
    if (found !== null) return found;
  }
  for (const part of Object.values(value)) {
    const found = sentenceIn(part);
    if (found !== null) return found;
  }
  return null;
}

/** A text with a letter, or all such texts of a list. */
function sentencesOf(value: unknown): string | null {
  const texts = [value]
    .flat()
    .filter((one): one is string => typeof one === 'string' && /\p{L}/u.test(one))
    .map((one) => one.trim());
  return texts.length === 0 ? null : texts.join('; ');
}
