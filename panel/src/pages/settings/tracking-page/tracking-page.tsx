import { useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../../../api/client.ts';
import { queries } from '../../../api/queries.ts';
import { CollectionPage } from '../../../parts/collection.tsx';
import { Failure, Skeleton } from '../../../parts/notices.tsx';
import { useMayActAs } from '../../../session/session.ts';
import { commonWords } from '../../../words/common.ts';
import { useWords } from '../../../words/language.ts';
import { trackingPageWords } from './tracking-page-words.ts';

const KEY = ['tracking-page-settings'];

/** The websites that may show the account's pages for customers in a frame: visible to all, changed by managers. */
export function TrackingPageSettings() {
  const words = useWords(trackingPageWords);
  const common = useWords(commonWords);
  const mayChange = useMayActAs('manager', 'refused');
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await answerOf(api.GET('/custom/api/v1/tracking-page-settings'))).data,
  });
  const save = async (frame_hosts: string[]): Promise<undefined> => {
    const sent = api.PUT('/custom/api/v1/tracking-page-settings', { body: { frame_hosts } });
    // The next change starts from this answer, and not from what is still being read again.
    queries.setQueryData(KEY, (await answerOf(sent)).data);
  };
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton lines={4} />;
  const rows = data.frame_hosts.map((host) => ({ id: host }));
  const others = (host: string | undefined) => data.frame_hosts.filter((one) => one !== host);
  return (
    <CollectionPage
      list={{ data: rows, error: null }}
      isReadOnly={!mayChange}
      of={{
        label: words.label,
        about: words.about,
        empty: words.empty,
        nameOf: ({ id }) => id,
        columns: [
          {
            id: 'host',
            header: words.host,
            width: 320,
            card: 'title',
            cell: ({ id }) => <span className="strong">{id}</span>,
          },
        ],
        form: {
          add: words.add,
          valuesOf: (one) => ({ website: one?.id ?? '' }),
          fields: (_, one) => [
            {
              ...{ name: 'website', label: words.host, hint: words.hint, required: true, maxLength: 262 },
              // It is sent as the last one of the list.
              sentAs: ['frame_hosts', `frame_hosts[${others(one?.id).length}]`],
            },
          ],
          save: ({ website }, one) => save([...others(one?.id), website.trim()]),
        },
        actions: [
          {
            text: common.remove,
            danger: true,
            will: words.removeWill,
            done: words.removed,
            run: ({ id }) => save(others(id)),
          },
        ],
      }}
    />
  );
}
