import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { clearable, object, type ValueOf } from '../../../reading/fields.ts';
import { FRAME_HOSTS } from '../../../resources/frame-hosts.ts';
import { listFrameHosts, setFrameHosts } from '../../../usecases/tracking/frame-hosts.ts';
import { answer, operation } from '../../operation.ts';

const Change = object({ frame_hosts: clearable(FRAME_HOSTS, { emptyTextClears: true }) });

const Settings = Type.Object({
  data: Type.Object(
    { frame_hosts: Type.Array(Type.String(), { examples: [['blog.chai.example']] }) },
    { title: 'TrackingPageSettings' },
  ),
});

/** Adds the account's settings of the pages for customers. */
export function addTrackingPageSettings(api: FastifyInstance): void {
  api.get(
    '/tracking-page-settings',
    {
      schema: operation({
        operationId: 'getTrackingPageSettings',
        tag: 'Tracking page',
        role: 'viewer',
        summary: 'Get the settings of the tracking page',
        description: 'Which other websites may show the pages for customers in a frame.',
        answers: { 200: answer('The settings.', Settings) },
      }),
    },
    async ({ account }) => ({ data: { frame_hosts: await listFrameHosts(account) } }),
  );

  api.put<{ Body: ValueOf<typeof Change> }>(
    '/tracking-page-settings',
    {
      schema: operation({
        operationId: 'changeTrackingPageSettings',
        tag: 'Tracking page',
        role: 'manager',
        summary: 'Update the settings of the tracking page',
        description: 'Only the given fields change.',
        body: Change,
        answers: { 200: answer('The settings as they are now.', Settings) },
      }),
    },
    async ({ account, body: { frame_hosts } }) => {
      if (frame_hosts !== undefined) await setFrameHosts(account, frame_hosts ?? []);
      return { data: { frame_hosts: await listFrameHosts(account) } };
    },
  );
}
