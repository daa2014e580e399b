import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { RecordLink } from '@/shared/ui/page/record-links'
import type { RecordOfTasks } from '@/shared/domain/tasks/about-record'
import type { TaskDetail } from '../api/detail/task-detail.query'

type AboutLinksProps = { task: Pick<TaskDetail, 'job' | 'order' | 'delivery' | 'quotation'> }

/** The records that a task is about, each with the way back to it. */
export const AboutLinks = ({ task: { job, order, delivery, quotation } }: AboutLinksProps) => (
  <>
    {job ? <About word="Job" kind="job" id={job.id} number={job.job_number} /> : null}
    {order ? <About word="Order" kind="order" id={order.id} number={order.order_number} /> : null}
    {delivery ? <About word="Delivery" kind="delivery" id={delivery.id} number={delivery.delivery_number} /> : null}
    {quotation ? (
      <About word="Quotation" kind="quotation" id={quotation.id} number={quotation.quotation_number} />
    ) : null}
  </>
)

type AboutProps = { word: string; kind: RecordOfTasks; id: string; number: ReactNode }

const About = ({ word, kind, id, number }: AboutProps) => (
  <Text size="sm">
    {word}{' '}
    <RecordLink kind={kind} id={id}>
      {number}
    </RecordLink>
  </Text>
)
