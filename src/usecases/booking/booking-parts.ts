import type { CourierParts } from '../couriers/courier-parts.ts';
import type { ProcessParts } from '../health/job-workers.ts';
import type { LabelParts } from '../labels/label-links.ts';
import type { RateParts } from '../rates/quote-source.ts';
import type { AnnouncementParts } from '../tracking/on-moments.ts';

/** What makes an order and books its parcels. */
export interface BookingParts extends CourierParts, AnnouncementParts, ProcessParts, RateParts, LabelParts {}
