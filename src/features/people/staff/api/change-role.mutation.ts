import { db } from '@/shared/db/client'
import type { Role } from '@/shared/domain/people/role'

/** Changes the role of a colleague. A row that the policies hide is a refusal too. */
export async function changeRole({ userId, role }: { userId: string; role: Role }): Promise<void> {
  const { data } = await db.from('user_roles').update({ role }).eq('user_id', userId).select('user_id').throwOnError()
  if (data.length === 0) throw new Error('You may not change the role of this person')
}
