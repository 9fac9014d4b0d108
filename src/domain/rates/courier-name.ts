/** Words that name a service, not a courier: `Surface`, `Lite`, `500 g`. */
const OF_A_SERVICE =
  /^(?:surface|air|express|lite|light|standard|std|heavy|prime|priority|economy|saver|plus|premium|next|same|day|ndd|sdd|reverse|return|bulky|b2b|b2c|docs?|slab|upto|up|to|g|gm|gms|grams?|kgs?|\d+(?:\.\d+)?(?:g|gm|gms|kgs?)?)$/i;

/**
 * The courier's name for customers, from a carrier's name: `Titlipath` for `Titlipath Lite 250 g`. A name
 * that consists only of service words stays unchanged.
 */
export function courierNameOf(carrierName: string): string {
  const words = carrierName.split(/[\s()_/-]+/).filter((word) => word !== '');
  let length = words.length;
  while (length > 0 && OF_A_SERVICE.test(words[length - 1] ?? '')) length -= 1;
  const last = words[length - 1];
  if (last === undefined || length === words.length) return carrierName;
  return carrierName.slice(
    0,
    carrierName.indexOf(last, indexAfter(carrierName, words, length - 1)) + last.length,
  );
}

/** Returns the index in the text just after the first `count` words. */
function indexAfter(text: string, words: readonly string[], count: number): number {
  let at = 0;
  for (const word of words.slice(0, count)) at = text.indexOf(word, at) + word.length;
  return at;
}
