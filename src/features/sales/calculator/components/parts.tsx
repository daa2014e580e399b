import { ActionIcon, Button, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { type Draft, type DraftPart, newPart, type Problems } from '../draft'
import classes from './calculator.module.css'

type PartsProps = { draft: Draft; problems: Problems; disabled: boolean; change: (next: Partial<Draft>) => void }

const columns = [
  { name: 'width', label: 'Width (mm)' },
  { name: 'height', label: 'Height (mm)' },
  { name: 'qty', label: 'How many' },
] as const

/** The parts of one piece. Enter in the last field begins the next part. */
export function Parts({ draft, problems, disabled, change }: PartsProps) {
  const rows = useRef<HTMLDivElement>(null)
  const put = (id: string, values: Partial<DraftPart>) =>
    change({ parts: draft.parts.map((part) => (part.id === id ? { ...part, ...values } : part)) })
  const add = () => {
    change({ parts: [...draft.parts, newPart()] })
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLInputElement>('[data-part]:last-of-type input')?.focus(),
    )
  }
  const onEnter = (event: React.KeyboardEvent, isLast: boolean) => {
    if (event.key !== 'Enter' || !isLast) return
    event.preventDefault()
    add()
  }
  return (
    <section aria-label="Parts">
      <Title order={2} size="h4" mb="xs">
        Parts of one piece
      </Title>
      <div className={`${classes.part} ${classes.labels}`} aria-hidden="true">
        <span>Name</span>
        {columns.map(({ label }) => (
          <span key={label}>{label}</span>
        ))}
      </div>
      <div ref={rows}>
        {draft.parts.map((part, index) => (
          <div key={part.id} className={classes.part} data-part role="group" aria-label={`Part ${index + 1}`}>
            <TextInput
              aria-label="Name"
              placeholder={`Part ${index + 1}`}
              maxLength={200}
              disabled={disabled}
              value={part.name}
              onChange={(event) => put(part.id, { name: event.currentTarget.value })}
            />
            {columns.map(({ name, label }) => {
              const problem = part[name].trim() === '' ? null : problems[`part ${part.id} ${name}`]
              return (
                <TextInput
                  key={name}
                  label={label}
                  classNames={{ label: classes.ownLabel }}
                  aria-label={label}
                  inputMode={name === 'qty' ? 'numeric' : 'decimal'}
                  autoComplete="off"
                  disabled={disabled}
                  value={part[name]}
                  error={problem ?? null}
                  onChange={(event) => put(part.id, { [name]: event.currentTarget.value })}
                  onKeyDown={(event) => onEnter(event, name === 'qty' && index === draft.parts.length - 1)}
                />
              )
            })}
            <ActionIcon
              size={36}
              aria-label={`Remove part ${index + 1}`}
              disabled={disabled}
              onClick={() =>
                change({
                  parts: draft.parts.filter(({ id }) => id !== part.id),
                  steps: draft.steps.map((step) => ({
                    ...step,
                    parts: step.parts && step.parts.filter((id) => id !== part.id),
                  })),
                })
              }
            >
              <IconTrash size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={disabled}
        onClick={add}
      >
        Another part
      </Button>
    </section>
  )
}
