import type { FastifyInstance } from 'fastify';
import type { RouteOptions } from '../route-options.ts';
import { addChangeMessageSettings } from './change-settings.ts';
import { addGetMessageSettings } from './get-settings.ts';
import { addListMessages } from './list-messages.ts';
import { addPreviewMessage } from './preview-message.ts';

export function addMessages(api: FastifyInstance, options: RouteOptions): void {
  addListMessages(api);
  addPreviewMessage(api, options);
  addGetMessageSettings(api);
  addChangeMessageSettings(api);
}
