import { useState } from 'react';
import { Dialog } from './dialog.tsx';

/** A picture with the service's address for it, and its original address. */
export interface Pictured {
  readonly source: string;
  /** The address of a small version. */
  readonly small: string;
  readonly address: string;
  /** The name of the chart. */
  readonly name: string;
}

/** Small pictures that a click enlarges. Those that cannot be loaded link to their original address. */
export function Pictures({ pictures }: { pictures: readonly Pictured[] }) {
  const [shown, show] = useState<Pictured | null>(null);
  return (
    <span className="pictures">
      {pictures.map((one) => (
        <Thumbnail key={one.address} picture={one} onShow={() => show(one)} />
      ))}
      {shown && (
        <Dialog title={shown.name} wide onClose={() => show(null)}>
          <img className="enlarged" src={shown.source} alt={shown.name} />
        </Dialog>
      )}
    </span>
  );
}

function Thumbnail({ picture, onShow }: { picture: Pictured; onShow: () => void }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) {
    return (
      <a href={picture.address} target="_blank" rel="noreferrer">
        {picture.name}
      </a>
    );
  }
  return (
    <button type="button" className="thumbnail" onClick={onShow}>
      <img src={picture.small} alt={picture.name} loading="lazy" onError={() => setMissing(true)} />
    </button>
  );
}
