import { db } from '@/shared/db/client'

/** Saves the signed-in person's name and phone. */
export async function saveMyProfile(mine: { name: string; lastName: string; phone: string }): Promise<void> {
  await db.rpc('save_my_profile', { p_name: mine.name, p_last_name: mine.lastName, p_phone: mine.phone }).throwOnError()
}
