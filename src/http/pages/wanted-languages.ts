/** More than browsers send. */
const MOST_LANGUAGES = 20;

/**
 * Returns the languages of a reader, best first, without regions (`hi` for `hi-IN`): first the language that
 * a link of the page requests, then those of `Accept-Language` (RFC 9110, section 12.5.4).
 */
export function wantedLanguages(requested: string | undefined, accepted: string | undefined): string[] {
  const weighed = (accepted ?? '')
    .slice(0, 1_000)
    .split(',', MOST_LANGUAGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      const [language = ''] = tag.split('-');
      return { language, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
    })
    .filter(({ language, weight }) => language !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  const languages = weighed.map(({ language }) => language);
  return requested === undefined ? languages : [requested.toLowerCase(), ...languages];
}
