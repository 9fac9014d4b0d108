import type { RunningService } from './server-process.ts';

/** @returns a credential for the scans of all carriers */
export async function courierCredential(service: RunningService): Promise<string> {
  const carriers = JSON.parse(await service.command('carrier', 'list', '--json')) as { carrier_id: string }[];
  const ids = carriers.map(({ carrier_id }) => carrier_id).join(',');
  const made = await service.command('carrier', 'credential', 'create', '--carriers', ids, '--json');
  return (JSON.parse(made) as { credential: string }).credential;
}
