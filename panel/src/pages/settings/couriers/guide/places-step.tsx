import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiProblem, isConflict } from '../../../../api/client.ts';
import type { Carrier } from '../../../../api/lists.ts';
import { readAgainSoon } from '../../../../api/rates.ts';
import { sendFile } from '../../../../parts/download.ts';
import { LongField, Tick } from '../../../../parts/field.tsx';
import { FileDrop } from '../../../../parts/file-drop.tsx';
import { Failure, Skeleton, Warning } from '../../../../parts/notices.tsx';
import { toast } from '../../../../parts/toasts.tsx';
import { grouped } from '../../../../words/format.tsx';
import { useWords } from '../../../../words/language.ts';
import { couriersWords } from '../couriers-words.ts';
import {
  fileWith,
  isSame,
  type OwnRules,
  pincodesOfFile,
  placesNow,
  readOwnRules,
  typedPlaces,
  unknownPlaces,
} from './places.ts';

/** Where the courier delivers: everywhere, or only at listed pincodes. */
export function PlacesStep({ services }: { services: readonly Carrier[] }) {
  const words = useWords(couriersWords);
  const [round, load] = useState(0);
  const [unknown, leaveOut] = useState<readonly string[]>([]);
  // Without a cache: the form starts with the rules as they are now, and later rules do not change it.
  const own = useQuery({
    queryKey: ['own rules', round],
    queryFn: readOwnRules,
    staleTime: 'static',
    gcTime: 0,
  });
  if (own.isPending) return <Skeleton lines={3} />;
  if (own.error) return <Failure error={own.error} onRetry={() => void own.refetch()} />;
  return (
    <>
      {unknown.length > 0 && (
        <Warning>{words.unknown(unknown.length, unknown.slice(0, SHOWN_UNKNOWN).join(', '))}</Warning>
      )}
      <PlacesForm
        key={round}
        services={services}
        own={own.data}
        onSaved={(left) => {
          leaveOut(left);
          load(round + 1);
        }}
        onLoad={() => load(round + 1)}
      />
    </>
  );
}

const SHOWN_UNKNOWN = 5;
/** A refusal names at most 100 unknown pincodes, so this many rounds leave out 1,000. */
const MOST_ROUNDS = 10;
/** The most that the service takes at once. */
const LARGEST_FILE = 1024 * 1024;

function PlacesForm({
  services,
  own,
  onSaved,
  onLoad,
}: {
  services: readonly Carrier[];
  own: OwnRules;
  /** Gets the unknown pincodes that were left out. */
  onSaved: (unknown: readonly string[]) => void;
  onLoad: () => void;
}) {
  const words = useWords(couriersWords);
  const ids = new Set(services.map(({ carrier_id }) => carrier_id));
  const [start] = useState(() => placesNow(own, ids));
  const [isEverywhere, chooseEverywhere] = useState(start.isEverywhere);
  const [text, type] = useState(start.places.join(', '));
  const [withCod, setCod] = useState(start.withCod);
  const [withReturns, setReturns] = useState(start.withReturns);
  const [now] = services;
  const chosen = { isEverywhere, places: typedPlaces(text), withCod, withReturns };
  const isEmpty = !isEverywhere && chosen.places.length === 0;
  const saving = useMutation({
    mutationFn: async () => {
      const query = new URLSearchParams({
        ...{ kind: 'serviceability', source: 'panel', version: String(own.version) },
      });
      const unknown = new Set<string>();
      for (let round = 0; round < MOST_ROUNDS; round += 1) {
        const places = chosen.places.filter((place) => !unknown.has(place));
        if (!isEverywhere && places.length === 0) throw new Error(words.noneKnown);
        const file = fileWith(own, ids, { ...chosen, places });
        if (new Blob([file]).size > LARGEST_FILE) throw new Error(words.tooLong);
        try {
          await sendFile(`/rate-cards/publish?${query}`, file);
          readAgainSoon();
          return { saved: places.length, unknown: [...unknown] };
        } catch (error) {
          const refused = error instanceof ApiProblem ? error.problems : [];
          const found = unknownPlaces(refused).filter((place) => places.includes(place));
          if (found.length === 0) throw error;
          for (const place of found) unknown.add(place);
        }
      }
      throw new Error(words.manyUnknown(grouped(unknown.size)));
    },
    onSuccess: ({ saved, unknown }) => {
      toast(isEverywhere ? words.everywhere : words.saved(grouped(saved)));
      onSaved(unknown);
    },
  });
  const choice = (value: boolean, label: string) => (
    <label className="check">
      <input
        type="radio"
        name="places"
        checked={isEverywhere === value}
        onChange={() => chooseEverywhere(value)}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <form
      className="stack tight guide-form"
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      {now && (
        <p className="quiet">
          {words.serves(grouped(now.pincodes_served.prepaid), grouped(now.pincodes_served.cod))}
        </p>
      )}
      {!start.isWhole && (
        <Warning>
          {words.moreRules(start.rules)}{' '}
          <Link to="/rates/cards" search={{ kind: 'serviceability' }}>
            {words.asTable}
          </Link>
        </Warning>
      )}
      {choice(true, words.everywhere)}
      {isEverywhere && <p className="quiet small">{words.everywhereHow}</p>}
      {choice(false, words.onlyThese)}
      {!isEverywhere && (
        <>
          <LongField
            label={words.pincodes}
            hint={words.pincodesHow}
            rows={4}
            value={text}
            onChange={({ target }) => type(target.value)}
          />
          <FileDrop
            label={words.upload}
            action={words.upload}
            accept=".csv,.txt,text/csv,text/plain"
            hint={words.uploadHow}
            isSmall
            onFile={(file) => void file.text().then((content) => type(pincodesOfFile(content).join(', ')))}
          />
          <Tick label={words.codToo} checked={withCod} onChange={({ target }) => setCod(target.checked)} />
          <Tick
            label={words.returnsToo}
            checked={withReturns}
            onChange={({ target }) => setReturns(target.checked)}
          />
        </>
      )}
      {isConflict(saving.error) ? (
        <div className="notice bad" role="alert">
          <div className="stack tight">
            <p>{words.changedMeanwhile}</p>
            <div>
              <button type="button" className="button small" onClick={onLoad}>
                {words.loadAgain}
              </button>
            </div>
          </div>
        </div>
      ) : (
        <Failure error={saving.error} />
      )}
      <div className="line">
        <button
          type="submit"
          className="button"
          disabled={saving.isPending || isEmpty || isSame(chosen, start)}
        >
          {words.save}
        </button>
        {isEmpty && <span className="quiet small">{words.noPincodes}</span>}
      </div>
    </form>
  );
}
