import type { Label } from '@/documents/pdf/labels-pdf'
import { extentText } from '@/documents/sizes'
import { contactName } from '@/shared/domain/people/contact'
import { dayText } from '@/shared/domain/text/formats'
import type { Job } from './api/job.query'

/** The most labels at once: a job of 5,000 flyers is packed in boxes. */
export const mostLabels = 200

/** The labels that are usual for a job: one a piece. */
export const usualLabels = (job: Pick<Job, 'qty'>): number =>
  Math.min(mostLabels, Math.max(1, Math.ceil(Number(job.qty))))

type Labelled = Pick<Job, 'id' | 'job_number' | 'title' | 'contact' | 'order' | 'due_date' | 'qty' | 'unit'> &
  Parameters<typeof extentText>[0]

/** One label for each package: the client, its number of all, the content. Its code opens the job. */
export const labelsOfJob = (job: Labelled, count: number, origin: string): Label[] =>
  Array.from({ length: count }, (_, place) => ({
    number: `${job.job_number}   ${place + 1} of ${count}`,
    title: job.contact ? contactName(job.contact) : job.title,
    facts: [
      job.contact ? job.title : null,
      extentText(job),
      job.order ? `Order ${job.order.order_number}` : null,
      job.due_date ? `Due ${dayText(job.due_date)}` : null,
    ].filter((fact) => fact !== null),
    address: `${origin}/jobs?job=${job.id}`,
  }))
