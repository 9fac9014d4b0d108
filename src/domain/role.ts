/**
 * Roles of people. Each role may do everything that the roles before it may. The table of endpoints is in
 * docs/reference/roles.md.
 */
export const ROLES = ['viewer', 'packer', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];
