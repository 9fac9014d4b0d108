/** Whether the client has what `etag` names: `If-None-Match` may list several, and a cache on the way may have made it weak. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .some((value) => value.trim() === '*' || value.trim().replace(/^W\//, '') === etag);
}
