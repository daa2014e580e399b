import { db } from '@/shared/db/client'

const endedCodes: readonly unknown[] = ['user_banned', 'user_not_found']

/**
 * Whether whoever is signed in may still be: `ended` when the account was deactivated or removed, `signedOut` when only
 * its sessions were ended, as by a new temporary password. Null while it may be used, and without an answer.
 */
export async function accountClosure(): Promise<'ended' | 'signedOut' | null> {
  const { error } = await db.auth.getUser()
  if (error === null) return null
  if (endedCodes.includes(error.code) || /banned/i.test(error.message)) return 'ended'
  return error.status === 403 ? 'signedOut' : null
}
