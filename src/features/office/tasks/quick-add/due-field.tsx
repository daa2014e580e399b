import { Select } from '@mantine/core'
import { DayField } from '@/kit/fields/day-field'
import { endOfDay } from '../list/due'
import { reminderChoice, reminderChoices, reminderHours } from '../list/reminder'
import classes from './quick-add-form.module.css'

type DueFieldProps = {
  due: string
  reminder: number | null
  disabled: boolean
  onChange: (change: { due: string } | { reminder: number | null }) => void
}

/** The due day of a task and its reminder. An addition to the specification. */
export const DueField = ({ due, reminder, disabled, onChange }: DueFieldProps) => (
  <div className={classes.due}>
    <DayField label="Due by the end of" value={due} disabled={disabled} onChange={(day) => onChange({ due: day })} />
    {endOfDay(due) === null ? null : (
      <Select
        label="Remind its people"
        allowDeselect={false}
        value={reminderChoice(reminder)}
        disabled={disabled}
        onChange={(choice) => (choice === null ? undefined : onChange({ reminder: reminderHours(choice) }))}
        data={reminderChoices}
      />
    )}
  </div>
)
