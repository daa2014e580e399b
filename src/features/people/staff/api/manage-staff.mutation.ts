import { z } from 'zod'
import { db } from '@/shared/db/client'
import type { Role } from '@/shared/domain/people/role'

export type Invitation = { action: 'invite'; email: string; name: string; lastName: string; role: Role }

export type StaffAction =
  | Invitation
  | { action: 'invite-again'; userId: string }
  | { action: 'deactivate'; userId: string }
  | { action: 'reactivate'; userId: string }
  | { action: 'temporary-password'; userId: string; password: string }

const refusalSchema = z.object({ error: z.string() })

/** Calls the function `manage-staff`, which may change accounts. Throws its message. */
export async function manageStaff(action: StaffAction): Promise<void> {
  const { error } = await db.functions.invoke('manage-staff', { body: action })
  if (!error) return
  const answer: unknown = error.context instanceof Response ? await error.context.json().catch(() => null) : null
  const refusal = refusalSchema.safeParse(answer)
  throw new Error(refusal.success ? refusal.data.error : 'The server could not be reached. Please try again.')
}
