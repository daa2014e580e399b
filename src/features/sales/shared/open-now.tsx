import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { openVisitsQuery, visitsKey } from './api/visits.query'
import classes from './open-now.module.css'

/** “The client has it open now”, or that they are on the payment page; empty without a visit. */
export function OpenNow({ quotationId }: { quotationId: string }) {
  const { data: visits = [] } = useQuery(openVisitsQuery(quotationId))
  const tables = ['quotation_visits']
  useLive(
    [...visitsKey, quotationId],
    [
      { page: 'quotations', tables },
      { page: 'orders', tables },
    ],
  )
  // The last one was seen last: who came back from the payment page is not there any more.
  const isPaying = visits.at(-1)?.place === 'payment'
  return (
    <span role="status">
      {visits.length > 0 ? (
        <span className={classes.open}>
          {isPaying ? 'The client is on the payment page now' : 'The client has it open now'}
        </span>
      ) : null}
    </span>
  )
}
