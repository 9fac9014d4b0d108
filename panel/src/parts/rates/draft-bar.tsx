import '../../design/rates.css';
import { useState } from 'react';
import type { RateBook } from '../../api/rates.ts';
import { inLanguages, useWords } from '../../words/language.ts';
import { Confirm } from '../confirm.tsx';
import { cellsOf, type useRateDraft, wrongColumns } from './rate-draft.ts';
import { ratesWords } from './rates-words.ts';
import { ReviewRates } from './review-rates.tsx';

const words = inLanguages({
  en: {
    kept: (n: number) =>
      `${n === 1 ? '1 price' : `${n} prices`} changed, not published. Kept in this browser.`,
    discard: 'Discard',
    discardTitle: 'Discard your changes?',
    discardWill: 'The published prices are shown again.',
    discarded: 'Changes discarded',
  },
  hi: {
    kept: (n: number) => `${n} रेट बदले, अभी लागू नहीं। इस ब्राउज़र में सुरक्षित हैं।`,
    discard: 'हटाएँ',
    discardTitle: 'बदलाव हटाएँ?',
    discardWill: 'लागू रेट फिर दिखेंगे।',
    discarded: 'बदलाव हटाए गए',
  },
});

/** The bar of changed prices that are not published; absent if there are none. */
export function DraftBar({
  draft: { draft, isEmpty, discard },
  book,
  nameOf,
  onPublished,
}: {
  draft: ReturnType<typeof useRateDraft>;
  book: RateBook;
  nameOf: (carrier: string) => string;
  onPublished?: () => void;
}) {
  const texts = useWords(words);
  const rates = useWords(ratesWords);
  const [asks, ask] = useState<'review' | 'discard' | null>(null);
  if (isEmpty) return null;
  const rows = (['rate-cards', 'carrier-settings'] as const).flatMap((kind) =>
    Object.keys(draft[kind]).map((id) => ({
      changed: Object.keys(draft[kind][id] ?? {}).length,
      wrong: wrongColumns(cellsOf(book, draft, kind, id).edited).length,
    })),
  );
  const sum = (of: 'changed' | 'wrong') => rows.reduce((total, row) => total + row[of], 0);
  const wrong = sum('wrong');
  return (
    <div className="draft-bar" role="status">
      <span>{texts.kept(sum('changed'))}</span>
      {wrong > 0 && <span className="wrong">{rates.notFigures(wrong)}</span>}
      <span className="push" />
      <button type="button" className="button" onClick={() => ask('discard')}>
        {texts.discard}
      </button>
      <button type="button" className="button first" disabled={wrong > 0} onClick={() => ask('review')}>
        {rates.review}
      </button>
      {asks === 'review' && (
        <ReviewRates
          draft={draft}
          book={book}
          nameOf={nameOf}
          onClose={() => ask(null)}
          onPublished={() => {
            ask(null);
            discard();
            onPublished?.();
          }}
        />
      )}
      {asks === 'discard' && (
        <Confirm
          title={texts.discardTitle}
          will={texts.discardWill}
          action={texts.discard}
          done={texts.discarded}
          run={async () => discard()}
          onClose={() => ask(null)}
        />
      )}
    </div>
  );
}
