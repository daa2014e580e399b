import { db } from '@/shared/db/client'
import type { PagePermission } from '@/shared/domain/permission'
import type { Role } from '@/shared/domain/role'

/** Writes what a role may do on one page. */
export async function savePageRights({ role, rights }: { role: Role; rights: PagePermission }): Promise<void> {
  await db
    .from('page_permissions')
    .upsert({ role, ...rights }, { onConflict: 'role,page_name' })
    .throwOnError()
}

export type HeldRight = { role: Role; permissionId: string; held: boolean }

/** Gives a named right to a role, or takes it. */
export async function saveHeldRight({ role, permissionId, held }: HeldRight): Promise<void> {
  const rows = db.from('role_permissions')
  await (
    held
      ? rows.upsert({ role, permission_id: permissionId }, { onConflict: 'role,permission_id', ignoreDuplicates: true })
      : rows.delete().eq('role', role).eq('permission_id', permissionId)
  ).throwOnError()
}
