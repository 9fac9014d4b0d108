/** What a person may do, each with all that those before it may. The table by endpoint: docs/people.md. */
export const ROLES = ['viewer', 'packer', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];
