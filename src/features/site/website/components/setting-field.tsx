import { example } from '@/shared/domain/text/formats'
import { ColorInput, Select, Textarea, TextInput } from '@mantine/core'
import { ChangedMeanwhile } from '@/shared/ui/page/changed-meanwhile'
import page from '@/shared/ui/page/record-page.module.css'
import classes from './settings-form.module.css'

type SettingFieldProps = {
  /** Under which an address leads to it: `/settings/company#iban`. */
  id?: string
  label: string
  value: string
  onChange: (value: string) => void
  problem?: string | undefined
  /** The note under the value. */
  note?: string | null
  description?: string
  /** The value that another person stored meanwhile; undefined without one. */
  theirs?: string | undefined
  onTheirs: () => void
  onMine: () => void
  required?: boolean
  type?: string
  placeholder?: string
  choices?: readonly { value: string; label: string }[]
  rows?: number
  isColour?: boolean
  wide?: boolean
}

/** One setting: label above, its problem below, and another person's value if it changed. */
export function SettingField(field: SettingFieldProps) {
  const common = {
    ...(field.id ? { id: field.id } : {}),
    label: field.label,
    description: field.description,
    error: field.problem,
    required: field.required ?? false,
  }
  return (
    <div className={field.wide ? page.wide : undefined}>
      {field.choices ? (
        <Select
          {...common}
          value={field.value}
          allowDeselect={false}
          searchable={field.choices.length > 8}
          data={field.choices}
          onChange={(value) => field.onChange(value ?? field.value)}
        />
      ) : field.rows ? (
        <Textarea
          {...common}
          autosize
          minRows={field.rows}
          maxRows={8}
          value={field.value}
          onChange={(event) => field.onChange(event.currentTarget.value)}
        />
      ) : field.isColour ? (
        <ColorInput
          {...common}
          format="hex"
          fixOnBlur={false}
          placeholder={example('#005b9f')}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          value={field.value}
          onChange={field.onChange}
        />
      ) : (
        <TextInput
          {...common}
          type={field.type ?? 'text'}
          placeholder={field.placeholder && example(field.placeholder)}
          autoComplete="off"
          value={field.value}
          onChange={(event) => field.onChange(event.currentTarget.value)}
        />
      )}
      {field.note && !field.problem ? <div className={classes.note}>{field.note}</div> : null}
      {field.theirs === undefined ? null : (
        <ChangedMeanwhile field={field.label} now={field.theirs} onTake={field.onTheirs} onInsist={field.onMine} />
      )}
    </div>
  )
}
