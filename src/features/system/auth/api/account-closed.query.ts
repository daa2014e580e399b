import { db } from '@/shared/db/client'

const endedCodes: readonly unknown[] = ['user_banned', 'user_not_found']

/**
 * Checks whether the signed-in person's account is still valid. `ended`: it was deactivated or removed. `signedOut`:
 * only its sessions were ended, for example by a new temporary password. Null while it is valid, and without an answer.
 */
export async function accountClosure(): Promise<'ended' | 'signedOut' | null> {
  const { error } = await db.auth.getUser()
  if (error === null) return null
  if (endedCodes.includes(error.code) || /banned/i.test(error.message)) return 'ended'
  return error.status === 403 ? 'signedOut' : null
}
