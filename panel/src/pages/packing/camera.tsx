import { Flashlight, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLatest } from '../../parts/latest.ts';
import { useWords } from '../../words/language.ts';
import { packingWords } from './packing-words.ts';
import { readCamera } from './read-camera.ts';
import { Outcome, type Packed } from './scanned-list.tsx';

/** The camera as a scanner, until it is closed. */
export function Camera({
  last,
  onCode,
  onClose,
}: {
  /** The newest result, shown over the picture. */
  last: Packed | undefined;
  onCode: (code: string) => void;
  onClose: () => void;
}) {
  const words = useWords(packingWords);
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'starting' | 'reading' | keyof typeof words.cameraTrouble>('starting');
  const [light, setLight] = useState<MediaStreamTrack | null>(null);
  const [isLit, setLit] = useState(false);
  const latest = useLatest(onCode);
  useEffect(() => {
    const stop = new AbortController();
    if (video.current !== null)
      readCamera(video.current, stop.signal, {
        onStart: (track) => {
          setState('reading');
          // Only some cameras of phones have a light, and no declaration of types knows it yet.
          if ('torch' in (track.getCapabilities?.() ?? {})) setLight(track);
        },
        onCode: (code) => latest.current(code),
      }).catch((error: unknown) => {
        if (!stop.signal.aborted) setState(troubleOf(error));
      });
    return () => stop.abort();
  }, [latest]);
  const switchLight = async () => {
    await light?.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] });
    setLit(!isLit);
  };
  return (
    <section className="stack tight" aria-label={words.camera}>
      {state in words.cameraTrouble ? (
        <div className="notice needs" role="alert">
          {words.cameraTrouble[state as keyof typeof words.cameraTrouble]}
        </div>
      ) : (
        <div className="camera">
          <video ref={video} muted playsInline />
          <span className="camera-sight" aria-hidden="true" />
          <p className="camera-said">
            {state === 'starting' ? (
              words.cameraStarts
            ) : last === undefined ? (
              words.cameraHow
            ) : (
              <>
                <span className="mono strong">{'order' in last.found ? last.found.order : last.code}</span>{' '}
                <Outcome of={last} />
              </>
            )}
          </p>
        </div>
      )}
      <div className="thumbs">
        {light && (
          <button
            type="button"
            className="button thumb"
            aria-pressed={isLit}
            onClick={() => void switchLight()}
          >
            <Flashlight aria-hidden="true" />
            {words.light}
          </button>
        )}
        <button type="button" className="button thumb" onClick={onClose}>
          <X aria-hidden="true" />
          {words.closeCamera}
        </button>
      </div>
    </section>
  );
}

function troubleOf(error: unknown): 'refused' | 'missing' | 'insecure' | 'broken' {
  if (!window.isSecureContext) return 'insecure';
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
      return 'refused';
    case 'NotFoundError':
      return 'missing';
    default:
      return 'broken';
  }
}
