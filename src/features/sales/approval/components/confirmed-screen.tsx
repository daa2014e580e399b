import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/nudge'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LoadingScreen } from '@/shared/ui/loading-screen'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { quotationKey, quotationQuery } from '../api/quotation.query'
import { WhatNext } from './what-next'

/** Thanks, and what happens next, for the quotation of `?id=`. */
export function QuotationConfirmedScreen() {
  const [search] = useSearchParams()
  const uuid = search.get('id') ?? ''
  const { data, error, refetch } = useQuery(quotationQuery(uuid))
  useLive(quotationKey(uuid), uuid ? [{ topic: topics.document(uuid) }] : [])
  if (data === undefined)
    return error ? <Problem onRetry={() => void refetch()}>This cannot be read just now.</Problem> : <LoadingScreen />
  if (!data?.order)
    return (
      <EmptyScreen whole icon={<IconCircleCheck />} title="Nothing is confirmed yet">
        Please open your quotation by its link and approve it there.
      </EmptyScreen>
    )
  return (
    <PageFrame title="Thank you for your order" lead={data.project_title ?? data.number} width="text">
      <WhatNext uuid={uuid} quotation={data} />
    </PageFrame>
  )
}
