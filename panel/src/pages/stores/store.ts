import type { Answer } from '../../api/client.ts';

export type Store = Answer<'/custom/api/v1/client-stores', 'get'>['data'][number];
