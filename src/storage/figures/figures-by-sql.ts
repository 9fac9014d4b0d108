import type { SummedGroups } from '../../columns/groups.ts';
import { type Bucket, INDIA_SECONDS, stepSecondsOf } from '../../domain/figures.ts';
import type { Journey } from '../../domain/tracking/statuses.ts';
import type { AccountScope } from '../account-scope.ts';
import { Conditions, ofJourney } from '../listing/conditions.ts';

export interface Dimension {
  /** SQL for the word of a row. If a row has several words, it is `word` of `each`. */
  readonly sql: string;
  /** SQL for a query of the distinct `word`s of a row, in brackets. */
  readonly each?: string;
  /** Joins that only this dimension needs. */
  readonly joins?: string;
}

/** A query of figures over the rows of one journey. */
export interface FigureQuery {
  readonly journey: Journey;
  readonly narrow: (conditions: Conditions) => void;
  readonly bucket: { readonly of: Bucket; readonly time: string } | null;
  readonly dimensions: readonly Dimension[];
  /** SQL for each figure, in JSON format. */
  readonly measures: readonly string[];
  readonly joins: string;
  readonly mostGroups: number;
}

/** SQL for the Unix seconds of a time. */
const secondOf = (time: string) => `floor(extract(epoch from ${time}))`;

/** SQL that counts arrivals with a promised day, and arrivals by that day in India. */
export const PROMISED =
  'count(*) filter (where delivered_at is not null and expected_delivery_date is not null)';
export const ON_TIME =
  "count(*) filter (where (delivered_at at time zone 'Asia/Kolkata')::date <= expected_delivery_date)";

/** SQL for the median and 90th percentile of the whole minutes between two times, cut to seconds. */
export function minutesSql(from: string, until: string): string {
  const [first, last] = [secondOf(from), secondOf(until)];
  return `percentile_disc(array[0.5, 0.9]) within group (order by floor((${last} - ${first}) / 60))
       filter (where ${last} >= ${first})`;
}

/** Computes the same as `sumGroups`, with one statement; null if there are more groups than allowed. */
export async function figuresBySql(scope: AccountScope, query: FigureQuery): Promise<SummedGroups | null> {
  const { bucket, dimensions, measures, mostGroups } = query;
  const conditions = new Conditions(ofJourney(query.journey));
  query.narrow(conditions);
  if (bucket !== null) conditions.addPlain(`${bucket.time} is not null`);
  const spread = dimensions.map(({ each }, nth) =>
    each === undefined ? '' : `left join lateral ${each} as each_${nth} on true`,
  );
  const words = dimensions.map(({ sql, each }, nth) =>
    each === undefined ? `(${sql})::text` : `each_${nth}.word`,
  );
  const keys = ['bucket', ...dimensions.map((_, nth) => `word_${nth}`)];
  const joins = [...new Set(dimensions.map((dimension) => dimension.joins ?? ''))];
  const rows = await scope.read<{
    bucket: number | null;
    words: (string | null)[];
    rows: number;
    values: (number | readonly number[] | null)[];
  }>(
    `select bucket::float8 as bucket, array[${dimensions.map((_, nth) => `word_${nth}`).join(', ')}]::text[] as words,
        count(*) as rows, json_build_array(${measures.join(', ')}) as values
       from (
         select ${bucket === null ? 'null::numeric' : stepSql(bucket)} as bucket,
             ${words.map((word, nth) => `${word} as word_${nth},`).join(' ')} s.*, facts.*
           from shipments s
           ${[query.joins, ...joins].join('\n           ')}
           ${spread.join('\n')}
          where ${conditions.sql}) as rows
      group by ${keys.join(', ')}
      limit ${mostGroups + 1}`,
    conditions.parameters,
  );
  if (rows.length > mostGroups) return null;
  return {
    count: rows.length,
    rows: rows.map((row) => row.rows),
    values: measures.map((_, nth) => rows.map(({ values }) => values[nth] ?? null)),
    bucketOf: (group) => rows[group]?.bucket ?? null,
    wordOf: (group, nth) => rows[group]?.words[nth] ?? null,
  };
}

/** SQL for the first step of a time's bucket, like `firstStepOf`. */
function stepSql({ of, time }: { readonly of: Bucket; readonly time: string }): string {
  const step = stepSecondsOf(of);
  if (of === 'hour' || of === 'day') return `floor((${secondOf(time)} + ${INDIA_SECONDS}) / ${step})`;
  return `floor(extract(epoch from date_trunc('${of}', ${time} at time zone 'Asia/Kolkata')) / ${step})`;
}
