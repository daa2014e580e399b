import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { DayField } from '@/kit/fields/day-field'
import { TimeBadge } from '@/kit/planning/fits-in-time'
import { planDay } from '@/kit/planning/plan-day'
import { reasonWords, waitsForWords } from '@/kit/planning/plan-words'
import { usePlanNames } from '@/kit/planning/use-plan-names'
import { isDay, dayAfter } from '@/shared/domain/time/days'
import { minutesText } from '@/shared/domain/time/duration'
import { RecordLink } from '@/shared/ui/page/record-links'
import { type Bar, jobName, whyFixed } from '../plan-view'
import { EffectOfMove } from './effect-of-move'
import { usePlanSetting } from './plan-context'

type StepDialogProps = { bar: Bar; onClose: () => void }

/** One step of the plan: what it is, what holds it, and another day for it, with what that does. */
export function StepDialog({ bar, onClose }: StepDialogProps) {
  const { workload, mayPlan } = usePlanSetting()
  const { step, job, placed, planned } = bar
  const fixed = whyFixed(step, mayPlan)
  const centre = workload.centres.find(({ id }) => id === step.centre)
  const today = workload.today
  const names = usePlanNames(workload)
  return (
    <Modal opened onClose={onClose} title={step.name} size="md">
      <Stack gap="sm">
        <div>
          <RecordLink kind="job" id={job.id}>
            {jobName(job)}
          </RecordLink>
          <Text size="sm" c="dimmed">
            {[
              centre?.name ?? 'No work centre',
              step.minutes > 0 ? minutesText(step.minutes) : 'No minutes: it counts as no time',
              placed.state === 'suggested' ? 'No day chosen yet: the plan puts it here' : null,
              placed.state === 'missed' && step.day ? `Was planned on ${planDay(step.day, today)}` : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Group gap="xs">
          {planned.due !== null && planned.ready !== null ? <TimeBadge late={planned.late} /> : null}
          <Text size="sm">
            {planned.ready === null
              ? 'The job is not ready within half a year'
              : `The job is ready on ${planDay(planned.ready, today)}`}
            {planned.due === null ? '.' : `, due ${planDay(planned.due, today)}.`}
          </Text>
        </Group>
        {placed.waitsFor !== null ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {waitsForWords(step.name, placed.waitsFor, today)}.
          </Text>
        ) : null}
        {placed.latest !== null ? (
          <Text size="sm">It begins on {planDay(placed.latest, today)} at the latest for that.</Text>
        ) : null}
        {planned.late > 0
          ? planned.reasons.slice(0, 3).map((reason) => (
              <Text key={reasonWords(reason, names)} size="sm">
                {reasonWords(reason, names)}.
              </Text>
            ))
          : null}
        {fixed === null ? <Another bar={bar} onClose={onClose} /> : <Text size="sm">{fixed}.</Text>}
      </Stack>
    </Modal>
  )
}

function Another({ bar: { step, job, placed }, onClose }: StepDialogProps) {
  const { workload, move } = usePlanSetting()
  const [day, setDay] = useState(placed.start)
  const isGood = isDay(day) && day >= workload.today
  const save = (to: string | null, said: string) => {
    onClose()
    move([{ step, day: to }], said)
  }
  const by = (days: number) => () => isDay(day) && setDay(dayAfter(day, days))
  return (
    <>
      <Group align="end" gap="xs" wrap="nowrap">
        <Button variant="default" px="xs" aria-label="A day earlier" onClick={by(-1)} disabled={day <= workload.today}>
          <IconChevronLeft size={18} aria-hidden />
        </Button>
        <div style={{ flex: 1 }}>
          <DayField
            label="Planned on"
            value={day}
            onChange={setDay}
            error={isGood ? null : 'Choose a day from today on'}
          />
        </div>
        <Button variant="default" px="xs" aria-label="A day later" onClick={by(1)}>
          <IconChevronRight size={18} aria-hidden />
        </Button>
      </Group>
      {isGood && day !== step.day ? <EffectOfMove moves={{ [step.id]: day }} /> : null}
      <Group justify="end" gap="xs">
        {step.day !== null ? (
          <Button variant="default" onClick={() => save(null, `${step.name} of ${jobName(job)} has no day now.`)}>
            Take its day away
          </Button>
        ) : null}
        <Button
          disabled={!isGood || day === step.day}
          onClick={() => save(day, `${step.name} of ${jobName(job)} is planned on ${planDay(day, workload.today)}.`)}
        >
          {isGood ? `Plan on ${planDay(day, workload.today)}` : 'Plan'}
        </Button>
      </Group>
    </>
  )
}
