import type { PageName, PermissionName } from './permission-names.ts'
import { isStaffRole, type Role } from './role.ts'

export { pageNames, permissionNames, type PageName, type PermissionName } from './permission-names.ts'
export type PageAction = 'view' | 'create' | 'edit' | 'delete'

export type PagePermission = {
  page_name: string
  can_view: boolean
  can_create: boolean
  can_edit: boolean
  can_delete: boolean
}

/**
 * The rights of the signed-in person: page permissions and named permissions together. The browser only hides by them;
 * the database decides (spec 1 §6).
 */
export type Rights = {
  role: Role | null
  pages: readonly PagePermission[]
  /** Named permissions, for example `manage_time_tracking`. */
  named: readonly string[]
  /** What the session must show before anything opens: the code of a device, or a new device. */
  second_factor?: 'code' | 'enrol' | null
}

export const noRights: Rights = { role: null, pages: [], named: [] }

/** Mirrors `private.can(page, action)`: nothing with no role, no row or no view of the page; admins may everything. */
export function can(rights: Rights, page: PageName, action: PageAction): boolean {
  if (!isStaffRole(rights.role)) return false
  if (rights.role === 'admin') return true
  const row = rights.pages.find((candidate) => candidate.page_name === page)
  return row ? row.can_view && row[`can_${action}`] : false
}

/** `manage_brands` holds these four too (spec 2 §6). */
const heldByManageBrands: readonly PermissionName[] = ['view_brands', 'create_brands', 'edit_brands', 'delete_brands']

/** Mirrors `public.has_permission(permission_name)`. */
export function hasPermission(rights: Rights, name: PermissionName): boolean {
  if (!isStaffRole(rights.role)) return false
  if (rights.role === 'admin' || rights.named.includes(name)) return true
  return heldByManageBrands.includes(name) && rights.named.includes('manage_brands')
}
