/** Whether a text is an address that a browser can show: it is never fetched here. */
export function isWebAddress(sent: string): boolean {
  return /^https?:\/\//i.test(sent) && URL.canParse(sent);
}
