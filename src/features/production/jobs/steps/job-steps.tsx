import { Button, Group, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Job } from '../api/job.query'
import classes from '../components/job.module.css'
import { StepDialogs } from './step-dialogs'
import { StepRow } from './step-row'
import { useJobSteps } from './use-job-steps'

/** The steps of a job in order, with their actions. */
export function JobSteps({ job }: { job: Job }) {
  const of = useJobSteps(job)
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Steps
        </Title>
        {of.mayPlan ? (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => of.edit.open('new')}
          >
            Add step
          </Button>
        ) : null}
      </Group>
      {of.steps.length === 0 ? <Text c="dimmed">This job has no steps yet.</Text> : null}
      <ol className={classes.steps}>
        {of.steps.map((step) => (
          <StepRow key={step.id} of={of} step={step} />
        ))}
      </ol>
      <StepDialogs of={of} />
    </>
  )
}
