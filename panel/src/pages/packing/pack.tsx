import { useMutation } from '@tanstack/react-query';
import { Camera as CameraIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { answerOf, api, idempotencyKey } from '../../api/client.ts';
import { here } from '../../parts/here.ts';
import { isTouched, useNarrow } from '../../parts/narrow.ts';
import { Failure, Skeleton } from '../../parts/notices.tsx';
import { useWords } from '../../words/language.ts';
import { findScanned, type Scanned } from './find-scanned.ts';
import { PackQueue } from './pack-queue.tsx';
import { packingWords } from './packing-words.ts';
import { type Packed, ScannedList } from './scanned-list.tsx';
import { signal } from './signal.ts';

/** Loaded when the camera is opened. */
const Camera = lazy(async () => ({ default: (await import('./camera.tsx')).Camera }));

const REMEMBERED = 50;

/** Scans parcels, one after the other, and prints the label of each. */
export function Pack() {
  const words = useWords(packingWords);
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [code, setCode] = useState('');
  const [packed, setPacked] = useState<readonly Packed[]>([]);
  const [label, setLabel] = useState<string | null>(null);
  const [seesCamera, showCamera] = useState(false);
  const isNarrow = useNarrow();
  const focus = () => {
    // On a phone, the focus would open the keyboard.
    if (!isTouched()) input.current?.focus();
  };
  useEffect(focus, []);
  const note = (scanned: string, found: Scanned) => {
    signal(found.kind === 'label' ? 'right' : 'wrong');
    setPacked((before) =>
      [{ code: scanned, found }, ...before.filter((other) => other.code !== scanned)].slice(0, REMEMBERED),
    );
    if (found.kind === 'label' && found.label) print(found.label);
  };
  const print = (url: string) => {
    // A page cannot print on a phone: there, the label is opened instead.
    // The same label again is another address, so that it is printed again.
    if (!isTouched()) setLabel(`${here(url)}#${Date.now()}`);
  };
  const scanning = useMutation({
    meta: { changesNothing: true },
    mutationFn: findScanned,
    onSuccess: (found, scanned) => note(scanned, found),
    onError: () => signal('wrong'),
  });
  const booking = useMutation({
    mutationFn: async ({ id, order }: { id: string; order: string }) => {
      await answerOf(
        api.POST('/custom/api/v1/forward-order-shipment', {
          body: { shipment_id: id },
          headers: { 'idempotency-key': idempotencyKey() },
        }),
      );
      note(order, await findScanned(order));
      focus();
    },
  });
  const cameraButton = !seesCamera && (
    <button
      type="button"
      className={isTouched() ? 'button first thumb' : 'button thumb'}
      onClick={() => showCamera(true)}
    >
      <CameraIcon aria-hidden="true" />
      {words.openCamera}
    </button>
  );
  return (
    <div className={label === null ? undefined : 'two'}>
      <div className="stack">
        <div className="line scan-line">
          <form
            className="field"
            onSubmit={(event) => {
              event.preventDefault();
              const scanned = code.trim();
              setCode('');
              if (scanned !== '') scanning.mutate(scanned);
            }}
          >
            <label htmlFor="scan">{words.scan}</label>
            <input
              id="scan"
              ref={input}
              className="input scan"
              autoComplete="off"
              autoCapitalize="characters"
              enterKeyHint="search"
              spellCheck={false}
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
            <span className="hint">{isTouched() ? words.howOnPhone : words.how}</span>
          </form>
          {!isNarrow && cameraButton}
        </div>
        {seesCamera && (
          <Suspense fallback={<Skeleton lines={6} />}>
            <Camera
              last={packed[0]}
              onCode={(seen) => scanning.mutate(seen)}
              onClose={() => showCamera(false)}
            />
          </Suspense>
        )}
        <Failure error={scanning.error ?? booking.error} />
        {packed.length > 0 && (
          <ScannedList
            packed={packed}
            isBooking={booking.isPending}
            onBook={booking.mutate}
            onPrint={isTouched() ? null : print}
          />
        )}
        <PackQueue
          packed={new Set(packed.flatMap(({ found }) => ('order' in found ? [found.order] : [])))}
          onPack={(order) => {
            scanning.mutate(order);
            focus();
          }}
        />
        {isNarrow && cameraButton && <div className="foot-bar">{cameraButton}</div>}
      </div>
      {label !== null && (
        <iframe
          ref={frame}
          className="paper tall"
          title={words.label}
          src={label}
          onLoad={() => {
            // Printing takes the focus; the scanner needs it back.
            frame.current?.contentWindow?.print();
            focus();
          }}
        />
      )}
    </div>
  );
}
