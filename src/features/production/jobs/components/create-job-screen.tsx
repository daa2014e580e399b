import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { can } from '@/shared/domain/people/permission'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { NoRight } from '@/shared/ui/page/no-access'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { jobsKey } from '../../shared/api/cards.query'
import { createJob } from '../api/create-job.mutation'
import { newJobFields } from '../job-fields'

/** /jobs/create: a job that does not come from a quotation. */
export function CreateJobScreen() {
  const rights = useRights()
  if (!can(rights, 'jobs', 'create')) return <NoRight title="Create a Job">Your account does not create jobs.</NoRight>
  return (
    <PageFrame title="Create a Job" width="page">
      <NewJob />
    </PageFrame>
  )
}

function NewJob() {
  const [id] = useState(newId)
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: newJobFields,
    name: 'job-new',
    isNew: true,
    queryKey: jobsKey,
    save: (values) => createJob({ ...values, id }),
    onSaved: (made) => navigate(`/jobs?job=${made}`, { replace: true }),
  })
  return (
    <RecordForm
      form={form}
      label="Job"
      submitLabel="Create job"
      sections={[
        { fields: ['title', 'contact_id', 'service_id'] },
        { title: 'Size and quantity', fields: ['qty', 'width_mm', 'height_mm'] },
        { title: 'When', fields: ['due_date', 'priority', 'details'] },
      ]}
    />
  )
}
