import { Dialog } from '../parts/dialog.tsx';
import { useWords } from '../words/language.ts';
import { frameWords } from './frame-words.ts';

export function KeyList({ onClose }: { onClose: () => void }) {
  const words = useWords(frameWords);
  return (
    <Dialog title={words.keys} onClose={onClose}>
      <dl className="facts" style={{ paddingBottom: 16 }}>
        {Object.entries(words.key).map(([keys, meaning]) => (
          <div key={keys} style={{ display: 'contents' }}>
            <dt className="line">
              {keys.split(' ').map((key) => (
                <kbd className="kbd" key={key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
