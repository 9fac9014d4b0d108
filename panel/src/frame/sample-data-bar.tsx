import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { removeSampleData, sampleDataQuery } from '../api/sample-data.ts';
import { Confirm } from '../parts/confirm.tsx';
import { toast } from '../parts/toasts.tsx';
import { useMayActAs } from '../session/session.ts';
import { useWords } from '../words/language.ts';
import { frameWords } from './frame-words.ts';

/** Says above every page that the account has sample data, and removes it. */
export function SampleDataBar() {
  const { sample: words } = useWords(frameWords);
  const mayAsk = useMayActAs('viewer', 'refused');
  const mayRemove = useMayActAs('owner', 'refused');
  const samples = useQuery({ ...sampleDataQuery, enabled: mayAsk });
  const [asks, ask] = useState(false);
  if (samples.data === undefined || samples.data.loaded_at === null) return null;
  const remove = async () => {
    const kept = await removeSampleData();
    if (kept.length > 0) toast(words.kept(kept.join(', ')));
  };
  return (
    <aside className="samples" aria-label={words.name}>
      <FlaskConical aria-hidden="true" />
      <span>
        <b>{words.name}</b> <span className="wide-only">{words.what(samples.data.orders)}</span>
      </span>
      {mayRemove && (
        <button type="button" className="button small" onClick={() => ask(true)}>
          {words.remove}
        </button>
      )}
      {asks && (
        <Confirm
          title={words.removeTitle}
          will={words.removeWill}
          action={words.remove}
          done={words.removed}
          run={remove}
          onClose={() => ask(false)}
        />
      )}
    </aside>
  );
}
