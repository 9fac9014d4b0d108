/** Tells whether a text is an address for a browser. The service itself never fetches it. */
export function isWebAddress(sent: string): boolean {
  return /^https?:\/\//i.test(sent) && URL.canParse(sent);
}
