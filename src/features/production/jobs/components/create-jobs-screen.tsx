import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { extentText, piecesText } from '@/documents/sizes'
import { ActionButton } from '@/kit/form/action-button'
import { useLive } from '@/kit/live/use-live'
import { RecordState } from '@/kit/record/record-page'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { jobsKey, jobsLive } from '../../shared/api/cards.query'
import { createJobsOfQuotation } from '../api/create-job.mutation'
import { quotationLinesQuery } from '../api/quotation-lines.query'

type Lines = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof quotationLinesQuery>['queryFn']>>>>

/** /jobs/create/:quotationId: creates jobs from the lines of a quotation that have none. */
export function CreateJobsScreen({ quotationId }: { quotationId: string }) {
  const lines = useQuery(quotationLinesQuery(quotationId))
  useLive([...jobsKey, 'of quotation', quotationId], jobsLive)
  return (
    <RecordState of={lines} what="quotation" back={{ label: 'Jobs', href: '/jobs' }}>
      {(quotation) => <ChooseLines quotation={quotation} />}
    </RecordState>
  )
}

function ChooseLines({ quotation }: { quotation: Lines }) {
  const rights = useRights()
  const queryClient = useQueryClient()
  const jobOf = new Map(quotation.jobs.map((job) => [job.quotation_item_id, job]))
  const lines = quotation.items.filter(({ kind, qty }) => kind === 'item' && Number(qty) > 0)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const free = lines.filter(({ id, is_optional, is_selected }) => !jobOf.has(id) && (!is_optional || is_selected))
  const chosen = free.filter(({ id }) => !left.has(id))
  const making = useActMutation({
    mutationFn: () =>
      createJobsOfQuotation(
        quotation.id,
        chosen.map(({ id }) => id),
      ),
    onSuccess: (made) =>
      notifications.show({ message: made === 1 ? 'One job was created.' : `${made} jobs were created.` }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsKey }),
  })
  const toggle = (id: string) =>
    setLeft((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <PageFrame
      title="Create Jobs"
      lead={[quotation.number_with_version, quotation.project_title].filter(Boolean).join(' · ')}
    >
      <Stack gap="md">
        <section className={page.panel}>
          {lines.length === 0 ? <Text c="dimmed">This quotation has no lines to make.</Text> : null}
          <Stack gap="sm">
            {lines.map((line) => {
              const job = jobOf.get(line.id)
              const about = [
                piecesText(line),
                extentText(line),
                line.service?.name,
                line.is_optional && !line.is_selected ? 'option that was not chosen' : null,
              ]
                .filter(Boolean)
                .join(' · ')
              return (
                <Group key={line.id} justify="space-between" wrap="nowrap">
                  <Checkbox
                    label={line.description || 'Without a description'}
                    description={about}
                    checked={job !== undefined || chosen.includes(line)}
                    disabled={!free.includes(line)}
                    onChange={() => toggle(line.id)}
                  />
                  {job ? (
                    <RecordLink kind="job" id={job.id}>
                      {job.job_number}
                    </RecordLink>
                  ) : null}
                </Group>
              )
            })}
          </Stack>
        </section>
        {making.isError ? <Problem>{saveProblem(making.error)}</Problem> : null}
        <Group>
          <ActionButton
            loading={making.isPending}
            onClick={() => making.mutate()}
            why={
              !can(rights, 'jobs', 'create')
                ? 'Your account does not create jobs.'
                : free.length === 0
                  ? 'Every line that is to be made has its job.'
                  : chosen.length === 0
                    ? 'Choose a line that has no job yet.'
                    : null
            }
          >
            {chosen.length === 0
              ? 'Create jobs'
              : chosen.length === 1
                ? 'Create 1 job'
                : `Create ${chosen.length} jobs`}
          </ActionButton>
          <Button variant="default" component={Link} to="/jobs">
            Jobs
          </Button>
        </Group>
      </Stack>
    </PageFrame>
  )
}
