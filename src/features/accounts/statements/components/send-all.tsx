import { Button, Checkbox, Group, Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { DayField, dayProblem } from '@/kit/fields/day-field'
import { useLive } from '@/kit/live/use-live'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { nameOrHidden } from '@/shared/domain/people/contact'
import { calendarDayText, countText } from '@/shared/domain/text/formats'
import { newId } from '@/shared/lib/new-id'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { statementsKey } from '../../shared/keys'
import { today } from '../../shared/today'
import { cancelRun, continueRun, startRun } from '../api/run.mutation'
import { lastRunQuery, type Run, runKey, runLive } from '../api/run.query'

/** Statements to every client who owes something: begun, watched and cancelled here. */
export function SendAll() {
  const queryClient = useQueryClient()
  const run = useQuery(lastRunQuery)
  useLive(runKey, runLive, { pollEvery: 5_000 })
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const driving = useOneMutation({
    mutationFn: async (id: string) => {
      // Sends part by part. After a closed window the rest waits, and anybody can continue.
      while (isOpen.current && (await continueRun(id))) await queryClient.invalidateQueries({ queryKey: runKey })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: statementsKey }),
  })
  const cancelling = useOneMutation({
    mutationFn: cancelRun,
    onSettled: () => queryClient.invalidateQueries({ queryKey: statementsKey }),
  })
  if (run.isPending) return null
  if (run.isError) return <Problem onRetry={() => void run.refetch()}>The last run could not be read</Problem>
  const isRunning = run.data?.status === 'running'
  return (
    <Stack>
      {driving.isError ? <Problem>{saveProblem(driving.error)}</Problem> : null}
      {cancelling.isError ? <Problem>{saveProblem(cancelling.error)}</Problem> : null}
      {run.data ? <Watched run={run.data} /> : null}
      {run.data && isRunning ? (
        <Group>
          {driving.isPending ? null : <Button onClick={() => driving.mutate(run.data?.id ?? '')}>Go on sending</Button>}
          <Button
            variant="default"
            loading={cancelling.isPending}
            onClick={() => cancelling.mutate(run.data?.id ?? '')}
          >
            Cancel the unsent ones
          </Button>
        </Group>
      ) : (
        <Begin onBegun={(id) => driving.mutate(id)} />
      )}
    </Stack>
  )
}

function Begin({ onBegun }: { onBegun: (id: string) => void }) {
  const queryClient = useQueryClient()
  const [id, setId] = useState(newId)
  const [from, setFrom] = useState(`${today().slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today)
  const [overdueOnly, setOverdueOnly] = useState(false)
  const starting = useOneMutation({
    mutationFn: () => startRun({ id, from, to, overdueOnly }),
    onSuccess: () => {
      onBegun(id)
      setId(newId())
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: runKey }),
  })
  const problem = [from, to].some((day) => day === '' || dayProblem(day) !== null)
    ? 'Please choose both days.'
    : to < from
      ? 'The last day is before the first.'
      : null
  return (
    <>
      <Text size="sm">
        Every client who owes something gets a statement by mail, with its link and PDF, to the person who does their
        accounts.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DayField label="From" value={from} onChange={setFrom} />
        <DayField label="To" value={to} onChange={setTo} />
      </SimpleGrid>
      <Checkbox
        label="Only clients with something overdue"
        checked={overdueOnly}
        onChange={(event) => setOverdueOnly(event.currentTarget.checked)}
      />
      {problem ? <Problem>{problem}</Problem> : null}
      {starting.isError ? <Problem>{saveProblem(starting.error)}</Problem> : null}
      <Group justify="flex-end">
        <Button disabled={problem !== null} loading={starting.isPending} onClick={() => starting.mutate()}>
          Send statements
        </Button>
      </Group>
    </>
  )
}

const headings: Record<string, string> = {
  running: 'Being sent',
  done: 'Last sent',
  cancelled: 'Last run, cancelled',
}

function Watched({ run }: { run: Run }) {
  const decided = run.clients - run.waits
  const unsent = run.failed + run.mailed - run.sent - run.queued
  return (
    <div role="status">
      <Text fw={600}>
        {`${headings[run.status] ?? ''}: ${calendarDayText(run.date_from)} – ${calendarDayText(run.date_to)}`}
      </Text>
      <Progress my="xs" value={run.clients === 0 ? 0 : (decided / run.clients) * 100} aria-label="Statements made" />
      <Text size="sm">
        {[
          `${countText(run.sent)} of ${countText(run.clients)} sent`,
          run.queued > 0 ? `${countText(run.queued)} being sent` : null,
          run.waits > 0 ? `${countText(run.waits)} wait` : null,
          run.cancelled > 0 ? `${countText(run.cancelled)} cancelled` : null,
          unsent > 0 ? `${countText(unsent)} could not be sent` : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      {run.refused.map((client) => (
        <Text key={client.contact_id} size="sm" c="dimmed">
          {`${nameOrHidden(client.contact)}: ${client.problem ?? ''}`}
        </Text>
      ))}
    </div>
  )
}
