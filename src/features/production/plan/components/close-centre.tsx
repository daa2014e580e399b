import { Button, Checkbox, Chip, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '@/kit/fields/day-field'
import { planDay } from '@/kit/planning/plan-day'
import { useTriedPlan } from '@/kit/planning/use-plan'
import { workloadKey } from '@/kit/planning/workload.query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { isRunning, type PlanCentre, type PlanStep, type Workload } from '@/shared/domain/planning/workload'
import { storableLine } from '@/shared/domain/text/storable'
import { isDay } from '@/shared/domain/time/days'
import { saveProblem } from '@/shared/hooks/save-problem'
import { closeCentre } from '../api/closure.mutation'
import { EffectOfMove } from './effect-of-move'
import { usePlanSetting } from './plan-context'

const usualReasons = ['Service', 'Broken']

/** The steps of a work centre that a person planned on one of these days. */
const plannedThere = ({ jobs }: Workload, centre: string, from: string, to: string): PlanStep[] =>
  jobs.flatMap(({ steps }) =>
    steps.filter(
      (step) => step.centre === centre && !isRunning(step) && step.day !== null && from <= step.day && step.day <= to,
    ),
  )

type CloseCentreProps = { centre: PlanCentre; onClose: () => void }

/** Closes a work centre of the plan for some days: what moves and which promises break is said before it is saved. */
export function CloseCentre({ centre, onClose }: CloseCentreProps) {
  const { workload, mayPlan, move } = usePlanSetting()
  const queryClient = useQueryClient()
  const [id] = useState(() => crypto.randomUUID())
  const [from, setFrom] = useState(workload.today)
  const [to, setTo] = useState(workload.today)
  const [reason, setReason] = useState('')
  const [isMoving, setMoving] = useState(true)
  const { today } = workload
  const areDays = isDay(from) && isDay(to) && from >= today && to >= from
  const why = storableLine(reason)
  const closure = { work_centre_id: centre.id, starts_on: from, ends_on: to, reason: why || 'Closed' }
  const standing = areDays && mayPlan ? plannedThere(workload, centre.id, from, to) : []
  const closed = areDays ? [closure] : []
  const moves = isMoving ? Object.fromEntries(standing.map((step) => [step.id, null])) : {}
  const tried = useTriedPlan({ closed, moves })
  const saving = useActMutation({
    mutationFn: () => closeCentre(id, closure),
    onSuccess: () => {
      onClose()
      const wanted = isMoving
        ? standing.flatMap((step) => {
            const day = tried?.steps[step.id]?.start ?? null
            return day === null || (day >= from && day <= to) ? [] : [{ step, day }]
          })
        : []
      notifications.show({ message: `${centre.name} is closed ${daysWords(from, to, today)}.` })
      if (wanted.length > 0)
        move(wanted, `${wanted.length === 1 ? '1 step' : `${wanted.length} steps`} moved off the closed days.`)
    },
    onError: (error) =>
      notifications.show({ color: 'red', title: 'Not closed', message: saveProblem(error), autoClose: 10_000 }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: workloadKey, exact: true }),
  })
  return (
    <Modal opened onClose={onClose} title={`Close ${centre.name}`} size="md">
      <Stack gap="sm">
        <Group grow align="start" gap="xs">
          <DayField
            label="From"
            value={from}
            onChange={setFrom}
            error={isDay(from) && from < today ? 'Choose a day from today on' : null}
          />
          <DayField
            label="To"
            value={to}
            onChange={setTo}
            error={isDay(from) && isDay(to) && to < from ? 'The last day is before the first' : null}
          />
        </Group>
        <TextInput
          label="Because"
          description="The plan, the board and the calendar show it"
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group gap="xs">
          {usualReasons.map((one) => (
            <Chip key={one} size="xs" checked={reason === one} onChange={() => setReason(one)}>
              {one}
            </Chip>
          ))}
        </Group>
        {standing.length > 0 ? (
          <Checkbox
            label={`Move ${standing.length === 1 ? 'the step that is' : `the ${standing.length} steps that are`} planned there to the first day with room`}
            checked={isMoving}
            onChange={(event) => setMoving(event.currentTarget.checked)}
          />
        ) : null}
        {areDays ? (
          <section aria-label="What it does">
            <EffectOfMove closed={closed} moves={moves} most={20} />
          </section>
        ) : null}
        <Text size="sm" c="dimmed">
          It is opened again under Closed days of the production settings.
        </Text>
        <Group justify="end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!areDays || why === '' || !tried}
            loading={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {areDays ? `Close ${daysWords(from, to, today)}` : 'Close'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** `on Tue, 1 Dec`, or `from Tue, 1 Dec to Thu, 3 Dec`. */
const daysWords = (from: string, to: string, today: string): string =>
  from === to ? `on ${planDay(from, today)}` : `from ${planDay(from, today)} to ${planDay(to, today)}`
