import { db } from '@/shared/db/client'

/** Sets the password of whoever is signed in; the database then forgets that it was temporary. */
export async function changePassword({ password }: { password: string }): Promise<void> {
  const { error } = await db.auth.updateUser({ password })
  if (error) throw error
}
