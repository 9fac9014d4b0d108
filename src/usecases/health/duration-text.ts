export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns for example `40 s`, `12 minutes`, `3 hours` or `2 days`, rounded down. */
export function durationText(seconds: number): string {
  const steps = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const;
  for (const [size, noun] of steps) if (seconds >= size) return counted(Math.floor(seconds / size), noun);
  return `${Math.floor(seconds)} s`;
}
