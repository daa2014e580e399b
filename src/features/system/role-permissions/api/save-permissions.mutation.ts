import { db } from '@/shared/db/client'
import { pageActions } from '@/shared/domain/people/page-right'
import type { PagePermission } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'

export type PagePermissionChange = { role: Role; before: PagePermission; rights: PagePermission }

/** Saves the changed rights of a role on one page. Other people's changes stay. */
export async function savePagePermissions({ role, before, rights }: PagePermissionChange): Promise<void> {
  const changed: Partial<PagePermission> = {}
  for (const action of pageActions)
    if (rights[`can_${action}`] !== before[`can_${action}`]) changed[`can_${action}`] = rights[`can_${action}`]
  await db
    .from('page_permissions')
    .upsert({ role, page_name: rights.page_name, ...changed }, { onConflict: 'role,page_name' })
    .throwOnError()
}

export type HeldPermission = { role: Role; permissionId: string; held: boolean }

/** Gives a named permission to a role, or takes it. */
export async function saveHeldPermission({ role, permissionId, held }: HeldPermission): Promise<void> {
  const rows = db.from('role_permissions')
  await (
    held
      ? rows.upsert({ role, permission_id: permissionId }, { onConflict: 'role,permission_id', ignoreDuplicates: true })
      : rows.delete().eq('role', role).eq('permission_id', permissionId)
  ).throwOnError()
}
