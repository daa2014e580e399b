import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useRights } from '@/shared/hooks/current-user'
import {
  type MaterialSetting,
  materialSettingKey,
  materialSettingQuery,
  saveMaterialSetting,
} from '../../shared/api/material-setting.query'

const choices = [
  { value: 'asked', label: 'Ask when the job is ready' },
  { value: 'by_step', label: 'Ask with each step, and for the rest when the job is ready' },
  { value: 'as_planned', label: 'Book the kept quantity automatically' },
]
const fields = defineFields({ material_of_jobs: choice('What a job used', choices, { required: true, wide: true }) })

/** The setting for when the workshop reports the used material of a job. Admins change it. */
export function MaterialOfJobs() {
  const { role } = useRights()
  const { data } = useQuery(materialSettingQuery)
  return (
    <section aria-label="Material of finished jobs">
      <Title order={2} size="h3" mb="xs">
        Material of finished jobs
      </Title>
      <Text c="dimmed" mb="md">
        Material that is kept for a job leaves the stock when its use is recorded.
      </Text>
      {data && role === 'admin' ? <Choice stored={data} /> : null}
      {data && role !== 'admin' ? (
        <Text>{choices.find(({ value }) => value === data.material_of_jobs)?.label}</Text>
      ) : null}
    </section>
  )
}

function Choice({ stored }: { stored: MaterialSetting }) {
  const form = useRecordForm({
    fields,
    name: 'material-of-jobs',
    stored,
    queryKey: materialSettingKey,
    save: saveMaterialSetting,
  })
  return <RecordForm form={form} label="Material of finished jobs" submitLabel="Save" isPlain />
}
