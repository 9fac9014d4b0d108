import { MOST_FRAME_HOSTS, readFrameHost } from '../domain/frame-host.ts';
import { about } from '../problems/sentence.ts';
import { mapped } from '../reading/field.ts';
import { list, text } from '../reading/fields.ts';

const HOST = text({
  max: 262,
  check: (sent) => readFrameHost(sent) !== null,
  checkSentence: about(
    'must_be_frame_host',
    'must be a host that serves https, such as blog.chai.example, without a wildcard or a path',
  ),
});

/** The hosts that may show an account's pages for customers in a frame, each once, as browsers name them. */
export const FRAME_HOSTS = mapped(
  list(HOST, {
    max: MOST_FRAME_HOSTS,
    description:
      'Hosts that may show the form, the tracking page and its requests in a frame, beside `site_url` of the store. null or an empty list: none.',
    examples: [['blog.chai.example']],
  }),
  (hosts) => [...new Set(hosts.flatMap((sent) => readFrameHost(sent) ?? []))],
);
