import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmRemoval } from '@/kit/confirm'
import { dateTime } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { Facts } from '@/kit/record/record-page'
import { momentText } from '@/shared/domain/text/formats'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { type Outcome, setOutcome, shiftAppointment } from '../api/appointments.mutation'
import { type AppointmentLine, appointmentQuery, appointmentsKey } from '../api/appointments.query'
import { outcomes } from '../outcomes'

/** One appointment: person, purpose, place, and its actions. */
export function AppointmentCard({ id, mayKeep }: { id: string; mayKeep: boolean }) {
  const appointment = useQuery(appointmentQuery(id))
  if (appointment.isPending) return <LineSkeletons count={4} height={28} />
  if (!appointment.data)
    return <Problem>{appointment.error ? saveProblem(appointment.error) : 'This appointment is not there'}</Problem>
  return <Card row={appointment.data} mayKeep={mayKeep} />
}

function Card({ row, mayKeep }: { row: AppointmentLine; mayKeep: boolean }) {
  const queryClient = useQueryClient()
  const now = useNow(30_000)
  const [isMoving, setMoving] = useState(false)
  const setting = useActMutation({
    mutationFn: (status: Outcome) => setOutcome(row.id, status),
    onSettled: () => queryClient.invalidateQueries({ queryKey: appointmentsKey }),
  })
  const hasBegun = Date.parse(row.starts_at) <= now
  const set = (status: Outcome, label: string, isDangerous = false) => (
    <Button
      key={status}
      variant="default"
      size="sm"
      {...(isDangerous ? { color: 'red', variant: 'light' } : {})}
      disabled={setting.isPending}
      onClick={() =>
        isDangerous
          ? confirmRemoval({
              title: 'Cancel this appointment?',
              text: `${row.name ?? ''} is told, and the time is free again.`,
              confirm: 'Cancel the appointment',
              onConfirm: () => setting.mutate(status),
            })
          : setting.mutate(status)
      }
    >
      {label}
    </Button>
  )
  return (
    <Stack gap="md">
      <Facts
        of={{
          When: `${momentText(row.starts_at)}, ${row.booking_types.minutes} min`,
          What: row.booking_types.name,
          Who: [row.name, row.company].filter(Boolean).join(', '),
          Telephone: row.phone,
          'E-mail': row.email,
          Where: row.address,
          Note: row.note,
          State: outcomes.find(({ value }) => value === row.status)?.label,
          Reason: row.cancel_reason,
          Reference: row.reference,
          Moved: row.moved > 0 ? (row.moved === 1 ? 'once' : `${row.moved} times`) : null,
          'Booked by': row.source === 'site' ? 'the visitor, on the site' : 'the office',
        }}
      />
      {setting.isError ? <Problem>{saveProblem(setting.error)}</Problem> : null}
      {mayKeep ? (
        isMoving ? (
          <Move row={row} onClose={() => setMoving(false)} />
        ) : (
          <Group gap="xs">
            {row.status === 'confirmed' && hasBegun ? [set('done', 'They came'), set('no_show', 'Nobody came')] : null}
            {row.status === 'confirmed' && !hasBegun ? (
              <Button size="sm" onClick={() => setMoving(true)}>
                Move…
              </Button>
            ) : null}
            {row.status === 'confirmed' ? set('cancelled', 'Cancel', true) : set('confirmed', 'Confirm again')}
          </Group>
        )
      ) : (
        <Text c="dimmed" size="sm">
          Colleagues who keep appointments change them.
        </Text>
      )}
    </Stack>
  )
}

const moveFields = defineFields({ starts_at: dateTime('New time', { required: true, wide: true }) })

function Move({ row, onClose }: { row: AppointmentLine; onClose: () => void }) {
  const form = useRecordForm({
    fields: moveFields,
    name: `move-appointment-${row.id}`,
    stored: { starts_at: row.starts_at },
    queryKey: appointmentsKey,
    save: ({ starts_at: startsAt }) => shiftAppointment(row.id, startsAt ?? row.starts_at),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Move the appointment" submitLabel="Move" onCancel={onClose} isPlain autoFocus />
}
