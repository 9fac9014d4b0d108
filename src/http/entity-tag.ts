/**
 * Tells whether the client already has this version. `If-None-Match` may list several tags, and caches may
 * have made them weak.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((value) => value.trim() === '*' || value.trim().replace(/^W\//, '') === etag);
}
