import { db } from '@/shared/db/client'

/** Closes the list of first steps for the whole company, or shows it again. */
export async function putAwayFirstSteps(isAway: boolean): Promise<void> {
  const { data } = await db
    .from('company_settings')
    .update({ first_steps_put_away: isAway })
    .eq('id', 1)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('Only an administrator can put the list away.')
}
