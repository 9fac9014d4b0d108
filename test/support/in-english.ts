/** An answer without the names and values of its sentences: for tests that are about what they say in English. */
export function inEnglish<Answer>(answer: Answer): Answer {
  if (Array.isArray(answer)) return answer.map(inEnglish) as Answer;
  if (typeof answer !== 'object' || answer === null || answer.constructor !== Object) return answer;
  const kept = Object.entries(answer).filter(([key, value]) => !isDetail(answer, key, value));
  return Object.fromEntries(kept.map(([key, value]) => [key, inEnglish(value)])) as Answer;
}

function isDetail(of: object, key: string, value: unknown): boolean {
  if (key === 'template' || key === 'values') return 'code' in of && 'message' in of;
  if (!key.endsWith('_details') || !(key.slice(0, -'_details'.length) in of)) return false;
  return value === null || (typeof value === 'object' && 'template' in value);
}
