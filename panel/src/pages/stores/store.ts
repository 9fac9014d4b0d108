import type { paths } from '#api';

export type Store =
  paths['/custom/api/v1/client-stores']['get']['responses']['200']['content']['application/json']['data'][number];
