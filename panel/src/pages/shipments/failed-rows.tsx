import { useQuery } from '@tanstack/react-query';
import { fetchFile } from '../../parts/download.ts';
import { Failure } from '../../parts/notices.tsx';
import { useWords } from '../../words/language.ts';
import { actionWords } from './action-words.ts';
import { failedSentences } from './failed-sentences.ts';

/** So many are read out; the file has them all. */
const SHOWN = 5;

/** Why a job could not do what it was asked to, in the service's own sentences. */
export function FailedRows({ id }: { id: string }) {
  const words = useWords(actionWords);
  const { data: sentences, error } = useQuery({
    queryKey: ['job', id, 'failed'],
    queryFn: async () =>
      failedSentences(await (await fetchFile(`/jobs/${id}/results.csv`)).text(), SHOWN + 1),
  });
  if (sentences === undefined) return <Failure error={error} />;
  return (
    <ul className="stack tight">
      {sentences.slice(0, SHOWN).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {sentences.length > SHOWN && <li>{words.failedMore}</li>}
    </ul>
  );
}
