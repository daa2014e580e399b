import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { Problem } from '@/shared/ui/page/problem'
import { quotationKey, quotationQuery } from '../api/quotation.query'
import classes from './client-quotation.module.css'
import { WhatNext } from './what-next'

/** Nobody thanks for an order that was stopped. */
const titles: Readonly<Record<string, string>> = {
  cancelled: 'Your order was cancelled',
  on_hold: 'Your order is on hold',
}

/** Thanks and the next steps for the quotation of `?id=`. */
export function QuotationConfirmedScreen() {
  const [search] = useSearchParams()
  const uuid = search.get('id') ?? ''
  const { data, error, refetch } = useQuery(quotationQuery(uuid))
  useLive(quotationKey(uuid), uuid ? [{ topic: topics.document(uuid) }] : [])
  if (data === undefined)
    return error ? (
      <div className={classes.narrow}>
        <Problem onRetry={() => void refetch()}>This cannot be read just now.</Problem>
      </div>
    ) : (
      <LoadingScreen />
    )
  if (!data?.order)
    return (
      <EmptyScreen whole icon={<IconCircleCheck />} title="Nothing is confirmed yet">
        Please open your quotation by its link and approve it there.
      </EmptyScreen>
    )
  return (
    <div className={classes.narrow}>
      <p className={classes.company}>{data.company.name}</p>
      <h1 className={classes.title}>{titles[data.order.status] ?? 'Thank you for your order'}</h1>
      <p className={classes.quiet}>{[data.order.order_number, data.project_title].filter(Boolean).join(' · ')}</p>
      <WhatNext uuid={uuid} quotation={data} />
      <Button component={Link} to={linkTo('/client-quotations/:id', { id: uuid })} variant="default">
        Back to your quotation
      </Button>
    </div>
  )
}
