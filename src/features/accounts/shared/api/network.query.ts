import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { accountsKey } from '../keys'

/** The last version of a paper in the network; null where it was never sent there. */
export const networkPaperQuery = (id: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'network', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('network_papers')
        .select('id, version, receiver, profile, status, reason, sent_at')
        .eq('record_id', id)
        .order('version', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })

/** Queues a paper for the network. A repeated call changes nothing while it is on its way. */
export async function sendOverNetwork(kind: 'invoice' | 'credit_note', id: string): Promise<void> {
  await db.rpc('send_over_network', { p_kind: kind, p_id: id }).throwOnError()
}
