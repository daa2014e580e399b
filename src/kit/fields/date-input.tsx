import { dayPattern } from '@/shared/domain/text/formats'
import { ActionIcon, Popover, Skeleton, TextInput } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { isDay } from '@/shared/domain/time/days'
import { useFormats } from '@/shared/hooks/use-formats'
import { dayFieldText, readDay } from './day-text'
import type { FieldInput } from './field'
import { shared } from './text-fields'

const Calendar = lazy(async () => ({ default: (await import('./calendar')).Calendar }))

/** `1.1.27` has six letters. Shorter texts, such as `+3`, are read when the person leaves the field. */
const shortestWholeDay = 6

/**
 * A day, typed or picked from a calendar, in the company's format. Its draft is `YYYY-MM-DD`, or the raw text while
 * that is no day yet.
 */
export function DateInput({ onChange, onBlur, value, ...input }: FieldInput) {
  useFormats()
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  // A whole day counts while it is typed: what follows from it must not move the button that is pressed next.
  const type = (text: string) => {
    setTyped(text)
    const day = text.trim().length < shortestWholeDay ? null : readDay(text)
    if (day !== null) onChange(day)
  }
  const read = () => {
    if (typed === null) return
    onChange(typed.trim() === '' ? '' : (readDay(typed) ?? typed))
    setTyped(null)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      // The button opens the calendar, so the field has no `aria-expanded`: a text field must not claim it.
      withRoles={false}
    >
      <Popover.Target>
        <TextInput
          {...shared(input)}
          ref={field}
          placeholder={dayPattern()}
          value={typed ?? dayFieldText(value)}
          onChange={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') read()
            if (event.key === 'ArrowDown' && event.altKey) setOpen(true)
          }}
          onBlur={() => {
            read()
            onBlur()
          }}
          rightSection={
            <ActionIcon
              aria-label={`Open the calendar of ${input.label}`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              disabled={input.disabled}
              onClick={() => setOpen((open) => !open)}
            >
              <IconCalendar size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={`Calendar of ${input.label}`}>
        <Suspense fallback={<Skeleton width={252} height={288} />}>
          {isOpen ? (
            <Calendar
              day={isDay(value) ? value : null}
              onPick={(day) => {
                setTyped(null)
                onChange(day)
                setOpen(false)
              }}
            />
          ) : null}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
