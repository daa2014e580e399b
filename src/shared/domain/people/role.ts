/** Every value of `user_roles.role` (spec 1 §3). */
export const roles = ['pending', 'admin', 'team_member', 'sales', 'accounts', 'account_manager', 'client'] as const
export type Role = (typeof roles)[number]

/** Staff are everybody with a role but newcomers and clients. The database holds the same floor in `private.can`. */
export const isStaffRole = (role: Role | null): boolean => role !== null && role !== 'pending' && role !== 'client'
