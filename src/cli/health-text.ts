import { durationText } from '../usecases/health/duration-text.ts';
import { table } from './output.ts';

interface Health {
  readonly processes: number;
  readonly jobs_given_up: number;
  readonly waiting: readonly { readonly what: string; readonly count: number; readonly seconds: number }[];
}

/** Returns what waits in the service, for people. */
export function healthText(data: unknown): string {
  const { processes, jobs_given_up, waiting } = data as Health;
  const rows = waiting.map(({ what, count, seconds }) => [
    what,
    String(count),
    count === 0 ? '-' : durationText(seconds),
  ]);
  return [
    `${processes} ${processes === 1 ? 'process serves' : 'processes serve'}`,
    '',
    table(['WAITING', 'COUNT', 'LONGEST'], rows),
    ...(jobs_given_up > 0
      ? ['', `${jobs_given_up} jobs of the queue failed too often and are not retried`]
      : []),
  ].join('\n');
}
