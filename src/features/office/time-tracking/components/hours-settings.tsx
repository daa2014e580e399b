import { Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DayField } from '@/kit/fields/day-field'
import { defineFields } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { ActionButton } from '@/kit/form/action-button'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useOneMutation } from '@/kit/save/use-one-mutation'
import { longTimerKey, longTimerQuery, saveLongTimer } from '@/shared/db/reads/long-timer.query'
import { isDay } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { closeHours } from '../api/corrections.mutation'
import { closedHoursQuery } from '../api/corrections.query'
import { timeTrackingKey } from '../api/time-tracking-key'
import classes from './time-tracking.module.css'

/** Up to which day hours are closed, and after how many hours a timer asks when the work ended. */
export function HoursSettings() {
  const { role } = useRights()
  return (
    <div className={classes.settings}>
      <CloseHours />
      {role === 'admin' ? <LongTimers /> : null}
    </div>
  )
}

function CloseHours() {
  const queryClient = useQueryClient()
  const { data: closed } = useQuery(closedHoursQuery)
  const [day, setDay] = useState('')
  const closing = useOneMutation({
    mutationFn: closeHours,
    onSuccess: () => setDay(''),
    onError: (error) => notifications.show({ color: 'red', title: 'Not closed', message: saveProblem(error) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeTrackingKey }),
  })
  return (
    <section aria-label="Closed hours" className={classes.card}>
      <Title order={2} size="h4">
        Closed hours
      </Title>
      <Text size="sm" c="dimmed">
        {closed?.until
          ? `Closed up to ${calendarDayText(closed.until)} by ${closed.closed_by ?? 'a former colleague'}. No time in these days changes.`
          : 'No day is closed. Close the hours that were paid: no time in them changes any more.'}
      </Text>
      <Group align="flex-end" gap="sm">
        <DayField label="Close up to" value={day} onChange={setDay} />
        <ActionButton
          variant="default"
          loading={closing.isPending}
          why={isDay(day) ? null : 'Choose the last day that is closed.'}
          onClick={() => closing.mutate(day)}
        >
          Close
        </ActionButton>
        {closed?.until ? (
          <ActionButton variant="default" why={null} loading={closing.isPending} onClick={() => closing.mutate(null)}>
            Open again
          </ActionButton>
        ) : null}
      </Group>
    </section>
  )
}

const fields = defineFields({
  long_timer_hours: wholeNumber('Ask after how many hours', { required: true, least: '1', most: '24' }),
})

function LongTimers() {
  const { data } = useQuery(longTimerQuery)
  return (
    <section aria-label="Forgotten timers" className={classes.card}>
      <Title order={2} size="h4">
        Forgotten timers
      </Title>
      <Text size="sm" c="dimmed">
        Who stops a timer that ran longer is asked when the work ended.
      </Text>
      {data === undefined ? null : <LongTimerForm stored={{ long_timer_hours: data }} />}
    </section>
  )
}

function LongTimerForm({ stored }: { stored: { long_timer_hours: number } }) {
  const form = useRecordForm({
    fields,
    name: 'long-timers',
    stored,
    queryKey: longTimerKey,
    save: ({ long_timer_hours }) => saveLongTimer(long_timer_hours),
  })
  return <RecordForm form={form} label="Forgotten timers" submitLabel="Save" isPlain />
}
