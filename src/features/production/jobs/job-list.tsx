import { defineList } from '@/kit/list/define-list'
import { contactName } from '@/shared/domain/people/contact'
import { nextStep } from '../shared/card'
import { type JobCard, jobsKey, jobsLive } from '../shared/api/cards.query'
import { DueDay, StepsBar } from '../shared/job-parts'
import { readJobs } from './api/jobs.query'
import { jobFilters } from './job-filters'

const clientOf = ({ contact }: JobCard) => (contact ? contactName(contact) : '')
const nextOf = ({ steps }: JobCard) => {
  const next = nextStep(steps)
  return next ? [next.work_centre?.name, next.name].filter(Boolean).join(' · ') : ''
}

/** The jobs, those that are due first at the top. */
export const jobList = defineList({
  name: 'jobs',
  one: 'job',
  many: 'jobs',
  key: jobsKey,
  live: jobsLive,
  filters: jobFilters,
  columns: [
    { name: 'number', label: 'Number', sort: 'job_number', text: (row) => row.job_number },
    { name: 'title', label: 'Title', sort: 'title', card: 'line', text: (row) => row.title },
    { name: 'client', label: 'Client', from: 'sm', card: 'below', text: clientOf },
    { name: 'order', label: 'Order', from: 'lg', text: (row) => row.order?.order_number ?? '' },
    { name: 'status', label: 'Stage', sort: 'status', kind: 'job', status: (row) => row.status },
    { name: 'next', label: 'Next step', from: 'md', text: nextOf },
    { name: 'steps', label: 'Steps', from: 'md', cell: (row) => <StepsBar of={row} /> },
    { name: 'due', label: 'Due', sort: 'due_date', cell: (row) => <DueDay of={row} />, csv: (row) => row.due_date },
  ],
  sort: { by: 'due_date', down: false },
  read: readJobs,
})
