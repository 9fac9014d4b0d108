export const SPANS = ['7', '30', '90', '365'] as const;
export type FigureSpan = (typeof SPANS)[number];

export const MEASURES = ['parcels', 'onTime', 'failed', 'returned', 'hours'] as const;
export type Measure = (typeof MEASURES)[number];
