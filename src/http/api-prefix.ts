/** Where the API begins. Its short form `/api/v1` means the same. */
export const API_PREFIX = '/custom/api/v1';

const OF_API = /^\/(?:custom\/)?api\/v1(?=\/|$)/;

/** Tells whether a path is one of the API. */
export function isOfApi(path: string): boolean {
  return OF_API.test(path);
}
