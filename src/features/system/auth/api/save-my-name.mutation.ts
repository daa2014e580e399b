import { db } from '@/shared/db/client'
import { ownContactTold } from '@/shared/db/reads/own-contact'

/** Saves the name of the signed-in person; a telephone number that the office knows stays. */
export async function saveMyName({ name, lastName }: { name: string; lastName: string }): Promise<void> {
  const own = await ownContactTold()
  await db.rpc('save_my_profile', { p_name: name, p_last_name: lastName, p_phone: own?.phone ?? '' }).throwOnError()
}
