import { db } from '@/shared/db/client'

const closedCodes: readonly unknown[] = ['user_banned', 'user_not_found']

/** Whether the account of whoever is signed in was deactivated or removed. Without an answer it is not. */
export async function isAccountClosed(): Promise<boolean> {
  const { error } = await db.auth.getUser()
  return error !== null && (error.status === 403 || closedCodes.includes(error.code))
}
