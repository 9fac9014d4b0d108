/** What a person may do, each with all that those before it may. The table by endpoint: docs/reference/roles.md. */
export const ROLES = ['viewer', 'packer', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];
