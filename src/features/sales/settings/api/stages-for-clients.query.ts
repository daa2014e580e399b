import { queryOptions } from '@tanstack/react-query'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'

export const stagesForClientsKey = ['stages-for-clients'] as const

/** Whether clients who sign in read where the work for their order stands. */
export const stagesForClientsQuery = queryOptions({
  queryKey: stagesForClientsKey,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('company_settings')
      .select('clients_see_stages')
      .abortSignal(signal)
      .single()
      .throwOnError()
    return data
  },
})

/** Changes it for the company. @throws NotSaved when the person may not change it */
export async function saveStagesForClients(values: { clients_see_stages: boolean }): Promise<void> {
  const { data } = await db.from('company_settings').update(values).eq('id', 1).select('id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change what clients see of their orders.')
}
