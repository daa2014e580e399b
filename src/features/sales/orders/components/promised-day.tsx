import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { calendarDayText } from '@/shared/domain/text/formats'
import type { Order } from '../api/order.query'
import { orderPromiseQuery } from '../api/promise.query'
import { setByWords, toldWords } from '../promise-words'

/** The promised day of an order with who set it, and whether the client was told. */
export function PromisedDay({ of: { id, promised_date, status } }: { of: Order }) {
  const { data } = useQuery({ ...orderPromiseQuery(id), enabled: promised_date !== null })
  if (promised_date === null) return null
  const words = data
    ? [setByWords(data), status === 'cancelled' ? null : toldWords(data)].filter(Boolean).join(' ')
    : ''
  return (
    <>
      {calendarDayText(promised_date)}
      {words ? (
        <Text size="xs" c="dimmed">
          {words}
        </Text>
      ) : null}
    </>
  )
}
