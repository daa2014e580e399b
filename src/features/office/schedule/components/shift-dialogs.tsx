import { Button, Group, Modal, Text } from '@mantine/core'
import { useState } from 'react'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { insertRow, saveVersioned } from '@/kit/save/save-row'
import { wallClock } from '@/shared/domain/time/zoned'
import { type Shift, scheduleKey, type Template } from '../api/schedule.query'
import { breakProblem, moveFields, shiftFields, type ShiftValues } from '../shift-fields'
import { movedTo, spanOf } from '../week'
import type { Target } from '../use-planning'
import { clockWords } from './shift-block'

const rowOf = (zone: string, { day, from, to, ...values }: ShiftValues) => ({
  ...values,
  ...spanOf(zone, day, from ?? '', to ?? ''),
})

const valuesOf = (zone: string, shift: Shift) => {
  const begin = wallClock(zone, shift.starts_at)
  return { ...shift, day: begin.day, from: begin.clock, to: wallClock(zone, shift.ends_at).clock }
}

type NewShiftProps = {
  zone: string
  to: Partial<Target> & { from?: string }
  templates: readonly Template[]
  onClose: () => void
}

/** Adds a shift; a template fills in the times. */
export const NewShiftDialog = (props: NewShiftProps) => (
  <Modal opened onClose={props.onClose} title="Add shift" size="lg">
    <NewShiftForm {...props} />
  </Modal>
)

function NewShiftForm({ zone, to, templates, onClose }: NewShiftProps) {
  const form = useRecordForm({
    fields: shiftFields,
    name: `new-shift-${to.user_id ?? ''}-${to.day ?? ''}`,
    stored: { ...to, break_minutes: 30, place: 'workshop' },
    isNew: true,
    queryKey: scheduleKey,
    check: ({ from, to: end, break_minutes }) => breakProblem(from, end, break_minutes),
    save: (values) => insertRow({ table: 'shifts', what: 'shifts', values: rowOf(zone, values) }),
    onSaved: onClose,
  })
  const take = ({ starts, ends, break_minutes, place, work_centre_id }: Template) => {
    form.put('from', starts)
    form.put('to', ends)
    form.put('break_minutes', String(break_minutes))
    form.put('place', place)
    form.put('work_centre_id', work_centre_id ?? '')
  }
  return (
    <>
      {templates.length > 0 ? (
        <Group gap="xs" mb="md" role="group" aria-label="Templates">
          <Text span size="sm" c="dimmed">
            Times of a template:
          </Text>
          {templates.map((template) => (
            <Button key={template.id} size="compact-sm" variant="default" onClick={() => take(template)}>
              {`${template.name} ${clockWords(template.starts)} – ${clockWords(template.ends)}`}
            </Button>
          ))}
        </Group>
      ) : null}
      <RecordForm form={form} label="Add shift" submitLabel="Add shift" onCancel={onClose} isPlain />
    </>
  )
}

type EditShiftProps = { zone: string; shift: Shift | null; onClose: () => void }

/** Edits a shift. `shift` is null when it was removed; then the typed values can be added again. */
export const EditShiftDialog = (props: EditShiftProps) => {
  const [seen, setSeen] = useState(props.shift)
  if (props.shift && props.shift !== seen) setSeen(props.shift)
  return (
    <Modal opened onClose={props.onClose} title="Edit shift" size="lg">
      {seen ? <EditShiftForm {...props} seen={seen} /> : <Text>This shift is not there any more.</Text>}
    </Modal>
  )
}

function EditShiftForm({ zone, shift, seen, onClose }: EditShiftProps & { seen: Shift }) {
  const form = useRecordForm({
    fields: shiftFields,
    name: `shift-${seen.id}`,
    stored: shift ? valuesOf(zone, shift) : null,
    queryKey: scheduleKey,
    check: ({ from, to, break_minutes }) => breakProblem(from, to, break_minutes),
    save: async (values) => {
      const row = rowOf(zone, values)
      if (shift) await saveVersioned({ table: 'shifts', what: 'this shift', row: shift, values: row })
      else await insertRow({ table: 'shifts', what: 'shifts', values: row })
    },
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      label="Edit shift"
      submitLabel="Save changes"
      goneLabel="Add as a new shift"
      onCancel={onClose}
      isPlain
    />
  )
}

type MoveShiftProps = { zone: string; shift: Shift; onClose: () => void }

/** Moves a shift to another day or person without dragging; its times stay. */
export const MoveShiftDialog = (props: MoveShiftProps) => (
  <Modal opened onClose={props.onClose} title="Move shift to…">
    <MoveShiftForm {...props} />
  </Modal>
)

function MoveShiftForm({ zone, shift, onClose }: MoveShiftProps) {
  const form = useRecordForm({
    fields: moveFields,
    name: `move-shift-${shift.id}`,
    stored: valuesOf(zone, shift),
    queryKey: scheduleKey,
    save: ({ user_id, day }) =>
      saveVersioned({
        table: 'shifts',
        what: 'this shift',
        row: shift,
        values: { user_id, ...movedTo(zone, shift, day) },
      }),
    onSaved: onClose,
  })
  return <RecordForm form={form} label="Move shift" submitLabel="Move" onCancel={onClose} isPlain />
}
