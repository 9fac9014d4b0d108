export { DakiyaPlugin } from './dakiya-plugin.ts';
export type { DakiyaOptions } from './options.ts';
