/** A parcel whose tape is a road. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="22" height="22" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <g stroke="var(--on-accent)" strokeWidth="2.2" strokeLinejoin="round" strokeLinecap="round">
        <path d="M16 6.500 25 11v10l-9 4.500L7 21V11Z" />
        <path d="m7 11 9 4.500L25 11M16 15.500v10" />
        <path d="m11.500 8.750 9 4.500v3.500" />
      </g>
    </svg>
  );
}
