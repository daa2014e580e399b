import { ActionIcon, Button, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { exact, plus, times, written } from '@/shared/domain/money/decimal'
import { LengthInput } from '@/kit/fields/length-input'
import { withTax } from '@/shared/domain/text/formats'
import { bareLength, readMillimetres } from '@/shared/domain/text/length'
import { type Draft, type DraftPart, newPart, type Problems } from '../draft'
import classes from './calculator.module.css'

type PartsProps = { draft: Draft; problems: Problems; disabled: boolean; change: (next: Partial<Draft>) => void }

const columns = [
  { name: 'width', label: 'Width ({unit})' },
  { name: 'height', label: 'Height ({unit})' },
  { name: 'qty', label: 'How many' },
  { name: 'edge', label: 'Edge ({unit})' },
] as const

/** True when a step asks for edge lengths; only then a part that is no rectangle needs one. */
const asksEdges = ({ steps }: Draft): boolean =>
  steps.some(({ kind, typed }) => kind === 'machine' || typed.per === 'm_edge' || typed.per === 'm2_return')

/** All around a rectangle of the typed size, or nothing while the size is not known. */
function rectangleEdge({ width, height }: DraftPart): string {
  const sides = [width, height].map((side) => readMillimetres(side, { places: 2, least: '1', most: '100000' }))
  const [wide, high] = sides.map((side) => ('value' in side ? exact(side.value) : null))
  return wide && high ? bareLength(written(times(plus(wide, high), exact('2')))) : ''
}

/** The parts of one piece. Enter in the last field begins the next part. */
export function Parts({ draft, problems, disabled, change }: PartsProps) {
  const hasEdges = asksEdges(draft)
  const shown = columns.filter(({ name }) => name !== 'edge' || hasEdges)
  const grid = hasEdges ? `${classes.part} ${classes.withEdge}` : (classes.part ?? '')
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
      <div className={`${grid} ${classes.labels}`} aria-hidden="true">
        <span>Name</span>
        {shown.map(({ label }) => (
          <span key={label}>{withTax(label)}</span>
        ))}
      </div>
      <div ref={rows}>
        {draft.parts.map((part, index) => (
          <div key={part.id} className={grid} data-part role="group" aria-label={`Part ${index + 1}`}>
            <TextInput
              aria-label="Name"
              placeholder={`Part ${index + 1}`}
              maxLength={200}
              disabled={disabled}
              value={part.name}
              onChange={(event) => put(part.id, { name: event.currentTarget.value })}
            />
            {shown.map(({ name, label }) => {
              const typed = part[name] ?? ''
              const problem = typed.trim() === '' ? null : problems[`part ${part.id} ${name}`]
              const shared = {
                label: withTax(label),
                classNames: { label: classes.ownLabel ?? '' },
                'aria-label': withTax(label),
                autoComplete: 'off',
                disabled,
                value: typed,
                error: problem ?? null,
                onKeyDown: (event: React.KeyboardEvent) =>
                  onEnter(event, name === 'qty' && index === draft.parts.length - 1),
              }
              return name === 'qty' ? (
                <TextInput
                  key={name}
                  {...shared}
                  inputMode="numeric"
                  onChange={(event) => put(part.id, { qty: event.currentTarget.value })}
                />
              ) : (
                <LengthInput
                  key={name}
                  {...shared}
                  {...(name === 'edge' ? { className: classes.edge ?? '', placeholder: rectangleEdge(part) } : {})}
                  onChange={(text) => put(part.id, { [name]: text })}
                  onSides={name === 'width' ? (width, height) => put(part.id, { width, height }) : undefined}
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
