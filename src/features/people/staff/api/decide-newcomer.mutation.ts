import { db } from '@/shared/db/client'
import type { Role } from '@/shared/domain/people/role'

export type Approval = { userId: string; role: Exclude<Role, 'pending'>; contactId: string | null }

/** Gives a waiting person a role, and the contact whose papers are theirs. */
export async function approveNewcomer({ userId, role, contactId }: Approval): Promise<void> {
  await db
    .rpc('approve_newcomer', {
      p_user_id: userId,
      p_role: role,
      ...(contactId === null ? {} : { p_contact_id: contactId }),
    })
    .throwOnError()
}

/** Refuses a waiting person; they can still be approved. */
export async function rejectNewcomer({ userId }: { userId: string }): Promise<void> {
  await db.rpc('reject_newcomer', { p_user_id: userId }).throwOnError()
}
