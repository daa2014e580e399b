import { db } from '@/shared/db/client'

/** Removes the second factor of a colleague who lost the device, as an admin. */
export async function removeSecondFactor(userId: string): Promise<void> {
  await db.rpc('remove_second_factor', { p_user_id: userId }).throwOnError()
}
