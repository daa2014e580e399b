import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useLive } from '@/kit/live/use-live'
import { useVisitSign } from '@/kit/live/use-visit-sign'
import { topics } from '@/shared/domain/records/nudge'
import { type ClientQuotation, quotationKey, quotationQuery, standingOf, visit } from './api/quotation.query'
import { liveApproval } from './approval.actors'

/** The visit of a client who has the link of this quotation: the machine beside the quotation, which is read live. */
export function useVisit(uuid: string, first: ClientQuotation) {
  const queryClient = useQueryClient()
  const [machine] = useState(() => liveApproval((fresh) => queryClient.setQueryData(quotationKey(uuid), fresh)))
  const [state, send] = useMachine(machine, { input: { uuid, row: standingOf(first) } })
  const quotation = useQuery(quotationQuery(uuid)).data ?? null
  useLive(quotationKey(uuid), [{ topic: topics.document(uuid) }])
  useVisitSign(uuid, visit, 'quotation')

  useEffect(() => send({ type: 'row.read', row: standingOf(quotation) }), [quotation, send])
  const { row } = state.context
  const isBehind = row !== null && quotation !== null && row.status !== quotation.status
  useEffect(() => {
    if (isBehind) void queryClient.invalidateQueries({ queryKey: quotationKey(uuid) })
  }, [isBehind, queryClient, uuid])
  return { state, send, quotation: quotation ?? first }
}
