import { db } from '@/shared/db/client'

/** Writes name and phone of whoever is signed in. */
export async function saveMyProfile(mine: { name: string; lastName: string; phone: string }): Promise<void> {
  await db.rpc('save_my_profile', { p_name: mine.name, p_last_name: mine.lastName, p_phone: mine.phone }).throwOnError()
}
