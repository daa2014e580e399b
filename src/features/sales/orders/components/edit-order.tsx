import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import { isDay } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { type Order, orderRecordsQuery } from '../api/order.query'
import { ordersKey } from '../api/orders.query'
import { orderPromiseQuery } from '../api/promise.query'
import { dueAfterPromise, movedBy, withFollowing } from '../day-of-order'
import { orderFields } from '../order-fields'
import { newDayWords } from '../promise-words'

/** The name of what is typed into that dialog, in this browser. */
export const orderDraft = (orderId: string): string => `order-${orderId}`

/** Title, the client's order number, dates and priority of an order. */
export const EditOrder = ({ row, onClose }: { row: Order; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={`Change ${row.order_number}`} size="lg">
    <OrderForm row={row} onClose={onClose} />
  </Modal>
)

function OrderForm({ row, onClose }: { row: Order; onClose: () => void }) {
  const form = useRecordForm({
    fields: orderFields,
    name: orderDraft(row.id),
    stored: row,
    queryKey: ordersKey,
    check: (drafts) => ({
      ...dueAfterPromise(daysOf(row, drafts)),
      ...beforeOrder(row, drafts, 'due_date'),
      ...beforeOrder(row, drafts, 'promised_date'),
    }),
    save: (values) =>
      saveVersioned({
        table: 'orders',
        what: 'this order',
        row,
        values: { ...values, due_date: withFollowing(row, values).due_date },
      }),
    onSaved: onClose,
  })
  const { data: records } = useQuery(orderRecordsQuery(row.id))
  const { data: promise } = useQuery({ ...orderPromiseQuery(row.id), enabled: row.promised_date !== null })
  const days = daysOf(row, form.drafts)
  const told = newDayWords(promise, row.promised_date, days.promised_date)
  const follows = days.due_date !== day(form.drafts.due_date) ? days.due_date : null
  const moved = 'due_date' in dueAfterPromise(days) ? null : movedBy(row, days, records?.jobs ?? [])
  return (
    <RecordForm form={form} label="Order" submitLabel="Save changes" onCancel={onClose} isPlain>
      {follows ? (
        <Text
          size="sm"
          role="status"
        >{`It has to be finished by ${calendarDayText(follows)} then: Due moves along.`}</Text>
      ) : null}
      {told ? (
        <Text size="sm" role="status">
          {told}
        </Text>
      ) : null}
      {moved && moved.jobs.length > 0 ? (
        <Text size="sm" role="status">
          {`${calendarDayText(moved.to)} becomes the day of ${moved.jobs.map(({ job_number }) => job_number).join(', ')} too. The calendar, the board and the wall show it at once.`}
        </Text>
      ) : null}
    </RecordForm>
  )
}

const day = (draft: string) => (isDay(draft) ? draft : null)

/** The days that the drafts would save. */
const daysOf = (row: Order, { due_date, promised_date }: { due_date: string; promised_date: string }) =>
  withFollowing(row, { due_date: day(due_date), promised_date: day(promised_date) })

/** A newly entered day may not be before the order's day; an unchanged one may. */
function beforeOrder(row: Order, drafts: Readonly<Record<string, string>>, name: 'due_date' | 'promised_date') {
  const day = drafts[name] ?? ''
  const ordered = todayOf(Date.parse(row.ordered_at))
  return isDay(day) && day < ordered && day !== row[name]
    ? { [name]: `It was ordered on ${calendarDayText(ordered)}: please enter that day or a later one` }
    : {}
}
