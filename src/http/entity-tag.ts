/** Tells whether the client has this version. `If-None-Match` may contain several tags, also weak ones. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((value) => value.trim() === '*' || value.trim().replace(/^W\//, '') === etag);
}
