export const SPANS = ['7', '30', '90', '365'] as const;
export type FigureSpan = (typeof SPANS)[number];

/** The measures that a chart can show. */
export const MEASURES = ['parcels', 'onTime', 'failed', 'returned', 'hours'] as const;
export type Measure = (typeof MEASURES)[number];

/** The address's parameters of the charts. */
export interface FiguresView {
  readonly days?: FigureSpan;
  readonly measure?: Measure;
}
