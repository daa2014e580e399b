import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { topics } from '@/shared/domain/records/nudge'
import { ClientPage } from '@/kit/client-page/client-page'
import { WayOn } from '@/kit/client-page/way-on'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { linkTo } from '@/shared/lib/address'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { type ClientQuotation, quotationKey, quotationQuery } from '../api/quotation.query'
import classes from './client-quotation.module.css'
import { UnreadProblem } from './unread-problem'
import { WhatNext } from './what-next'

/** Nobody thanks for an order that was stopped. */
const titles = { cancelled: 'thanks_cancelled', on_hold: 'thanks_on_hold' } as const
const isStopped = (status: string): status is keyof typeof titles => Object.hasOwn(titles, status)

/** Thanks and the next steps for the quotation of `?id=`. */
export function QuotationConfirmedScreen() {
  const [search] = useSearchParams()
  const uuid = search.get('id') ?? ''
  const { data, error, refetch } = useQuery(quotationQuery(uuid))
  useLive(quotationKey(uuid), uuid ? [{ topic: topics.document(uuid) }] : [])
  if (data === undefined && !error) return <LoadingScreen />
  return (
    <ClientPage own={data?.client_language} company={data?.language}>
      {data === undefined ? (
        <div className={classes.narrow}>
          <UnreadProblem text="unread" onRetry={() => void refetch()} />
        </div>
      ) : (
        <Confirmed uuid={uuid} data={data} />
      )}
    </ClientPage>
  )
}

function Confirmed({ uuid, data }: { uuid: string; data: ClientQuotation | null }) {
  const { say } = usePageWords()
  useRecordTitle(say('your_quotation'))
  if (!data?.order)
    return (
      <EmptyScreen whole icon={<IconCircleCheck />} title={say('unconfirmed_title')} actions={<WayOn />}>
        {say('unconfirmed_text')}
      </EmptyScreen>
    )
  return (
    <div className={classes.narrow}>
      <p className={classes.company}>{data.company.name}</p>
      <h1 className={classes.title}>
        {say(isStopped(data.order.status) ? titles[data.order.status] : 'thanks_for_order')}
      </h1>
      <p className={classes.quiet}>{[data.order.order_number, data.project_title].filter(Boolean).join(' · ')}</p>
      <WhatNext uuid={uuid} quotation={data} />
      <Button component={Link} to={linkTo('/client-quotations/:id', { id: uuid })} variant="default">
        {say('back_to_quotation')}
      </Button>
    </div>
  )
}
