import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { workedJobs } from '@/kit/pickers/open-jobs'
import { orders } from '@/kit/pickers/orders'
import { RecordPicker } from '@/kit/pickers/record-picker'
import { workOfTimerKey } from '@/shared/db/reads/work-of-timer.query'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import { saveProblem } from '@/shared/hooks/save-problem'
import { timeTrackingKey } from '../api/time-tracking-key'
import { nameWork, stepsOfJobQuery, workOfEntryQuery } from '../api/work-of-entry.query'

type WorkOfEntryProps = { entryId: string; isMine: boolean }
type Work = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof workOfEntryQuery>['queryFn']>>>>

/** For which order, job and step the time of an entry counts. Its person names them, while it runs and afterwards. */
export function WorkOfEntry({ entryId, isMine }: WorkOfEntryProps) {
  const rights = useRights()
  const { data: work } = useQuery(workOfEntryQuery(entryId))
  const [isNaming, setNaming] = useState(false)
  if (!work) return null
  const isOfTimer = work.step_id !== null
  const mayName = !isOfTimer && (isMine || hasPermission(rights, 'manage_time_tracking'))
  if (isNaming && mayName) return <NameWork entryId={entryId} work={work} onDone={() => setNaming(false)} />
  const step = work.step?.name ?? work.named_step?.name
  return (
    <Group justify="space-between" mb="md" align="flex-start" role="group" aria-label="Worked for">
      <div>
        {work.job ? (
          <Text size="sm">
            <RecordLink kind="job" id={work.job.id}>
              {work.job.job_number}
            </RecordLink>{' '}
            {work.job.title}
            {step ? ` · ${step}` : ''}
          </Text>
        ) : null}
        {work.order ? (
          <Text size="sm">
            Order{' '}
            <RecordLink kind="order" id={work.order.id}>
              {work.order.order_number}
            </RecordLink>
          </Text>
        ) : null}
        {work.job_id === null && work.order_id === null ? (
          <Text size="sm" c="dimmed">
            The time counts for no job and no order yet.
          </Text>
        ) : null}
        {isOfTimer ? (
          <Text size="xs" c="dimmed">
            The timer was started for this step.
          </Text>
        ) : null}
      </div>
      {mayName ? (
        <Button size="compact-sm" variant="default" onClick={() => setNaming(true)}>
          {work.job_id || work.order_id ? 'Change job or order' : 'Name job or order'}
        </Button>
      ) : null}
    </Group>
  )
}

function NameWork({ entryId, work, onDone }: { entryId: string; work: Work; onDone: () => void }) {
  const queryClient = useQueryClient()
  const [jobId, setJobId] = useState(work.job_id)
  const [stepId, setStepId] = useState(work.named_step_id)
  const [orderId, setOrderId] = useState(work.job_id ? null : work.order_id)
  const { data: steps = [] } = useQuery(stepsOfJobQuery(jobId))
  const saving = useActMutation({
    mutationFn: nameWork,
    onSuccess: onDone,
    onSettled: () =>
      Promise.all([timeTrackingKey, workOfTimerKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
  return (
    <Stack gap="sm" mb="lg" role="group" aria-label="Worked for">
      {saving.error ? <Problem>{saveProblem(saving.error)}</Problem> : null}
      <RecordPicker
        label="Job"
        source={workedJobs}
        value={jobId}
        onChange={(id) => {
          setJobId(id)
          setStepId(null)
        }}
      />
      {jobId ? (
        <Select
          label="Step"
          placeholder={steps.length === 0 ? 'This job has no steps' : 'The whole job'}
          disabled={steps.length === 0}
          clearable
          data={steps.map(({ id, name }) => ({ value: id, label: name }))}
          value={stepId}
          onChange={setStepId}
        />
      ) : (
        <RecordPicker label="Order" source={orders} value={orderId} onChange={setOrderId} />
      )}
      <Text size="xs" c="dimmed">
        {jobId ? 'A job brings its order. ' : ''}Times and the timer stay as they are.
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="sm" disabled={saving.isPending} onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" loading={saving.isPending} onClick={() => saving.mutate({ entryId, jobId, stepId, orderId })}>
          Save job or order
        </Button>
      </Group>
    </Stack>
  )
}
