/** The most hosts of an account that may show its pages in a frame: they travel with each page. */
export const MOST_FRAME_HOSTS = 20;

/**
 * Reads a host that serves https, such as `blog.chai.example` or `https://chai.example:8443/`, in the form in which browsers name it;
 * null for anything else, such as a wildcard, an address of numbers or a page of a host.
 */
export function readFrameHost(sent: string): string | null {
  const address = sent.includes('://') ? sent : `https://${sent}`;
  if (!/^https:\/\/[^/?#\\@\s]+\/?$/i.test(address) || !URL.canParse(address)) return null;
  const { host, hostname } = new URL(address);
  const labels = hostname.split('.');
  const isName = labels.length > 1 && labels.every((label) => /^[a-z0-9-]{1,63}$/.test(label));
  return isName && /[a-z]/.test(labels.at(-1) ?? '') ? host : null;
}
