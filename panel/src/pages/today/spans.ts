export const SPANS = ['7', '30', '90', '365'] as const;
export type FigureSpan = (typeof SPANS)[number];

/** What a picture shows. */
export const MEASURES = ['parcels', 'onTime', 'failed', 'returned', 'hours'] as const;
export type Measure = (typeof MEASURES)[number];

/** What the address holds of the figures. */
export interface FiguresView {
  readonly days?: FigureSpan;
  readonly measure?: Measure;
}
