import { useState } from 'react';
import { Dialog } from './dialog.tsx';

/** A picture by what the service answers for it, and where it lies. */
export interface Pictured {
  readonly source: string;
  /** The same, drawn small. */
  readonly small: string;
  readonly address: string;
  /** The name of the chart. */
  readonly name: string;
}

/** Small pictures, each enlarged by a click; what cannot be had stays a link to where it lies. */
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
