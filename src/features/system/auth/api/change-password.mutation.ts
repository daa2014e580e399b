import { db } from '@/shared/db/client'

/** Sets the signed-in person's password. The database then clears the mark "temporary". */
export async function changePassword({ password }: { password: string }): Promise<void> {
  const { error } = await db.auth.updateUser({ password })
  if (error) throw error
}
