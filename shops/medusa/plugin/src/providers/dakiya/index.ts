import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { DakiyaFulfillmentService } from './service';

export default ModuleProvider(Modules.FULFILLMENT, { services: [DakiyaFulfillmentService] });
