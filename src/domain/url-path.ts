/** A path of a URL whose parts are encoded: only `urlPath` makes one, so the compiler finds any other. */
export type UrlPath = string & { readonly isEncoded: true };

/**
 * Makes the path of a URL, as the tag of a template: urlPath`/orders/${orderKey}/notes`. It may have a query. Each
 * value is encoded, so that it stays one part, whatever it contains.
 */
export function urlPath(parts: TemplateStringsArray, ...values: readonly (string | null)[]): UrlPath {
  return String.raw({ raw: parts }, ...values.map((value) => encodedPart(value ?? ''))) as UrlPath;
}

/** It is no character, and cannot be encoded. */
const LONE_SURROGATE = /\p{Cs}/gu;

/** No encoding keeps `.` and `..` in a path: they are encoded twice, and so name nothing. */
function encodedPart(value: string): string {
  const encoded = encodeURIComponent(value.replaceAll(LONE_SURROGATE, '\ufffd'));
  return /^\.\.?$/.test(value) ? encoded.replaceAll('.', '%252E') : encoded;
}
