import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { type Say, useSay } from '@/kit/client-page/use-say'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { english } from '@/shared/domain/texts/forms/en'
import { formsPart } from '@/shared/domain/texts/forms/part'
import { useProblem } from '@/shared/hooks/use-problem'
import { isEmail, TextLine, Trap } from './fields'
import classes from './site.module.css'
import { forgetTyped, useTyped } from './use-typed'

/** One line of a form. `group` puts neighbours of the same group side by side. */
export type FormLine<Names extends string> = {
  name: Names
  label: string
  isOptional?: boolean
  isLong?: boolean
  /** True for a line that is not asked here; a value typed elsewhere stays. */
  isHidden?: boolean
  kind?: 'email' | 'tel'
  autoComplete?: string
  help?: string
  max?: number
  group?: string
  /** The message for an empty required line; default: "Please enter your" and the label. */
  missing?: string
}

type FormOfLinesProps<Names extends string> = {
  /** The key of the draft, kept until `forgetTyped` is called after sending. */
  name: string
  lines: readonly FormLine<Names>[]
  submitLabel: string
  busyLabel?: string
  onSend: (typed: Record<Names, string>, trap: string) => void
  isBusy: boolean
  /** Why it was not sent, or null. */
  failure: unknown
  /** Stands above the fields. */
  children?: ReactNode
  /** Stands above the button. */
  note?: string
  /** A further reason not to send, as a sentence below the children. */
  problem?: string | null
  /** The name of the form where a page has several. */
  label?: string
  className?: string | undefined
  /** The first line takes the focus when the form comes. */
  takesFocus?: boolean
}

/** A form of the site: shows the problem at each field and keeps the draft. The parent sends it. */
export function FormOfLines<Names extends string>(props: FormOfLinesProps<Names>) {
  const say = useSay(formsPart)
  const reasonOf = useProblem()
  const { name, submitLabel, onSend, isBusy, failure, children, note } = props
  const { busyLabel = say('sending'), problem = null, label, className = classes.form, takesFocus = false } = props
  const { typed, put } = useTyped(
    name,
    props.lines.map((line) => line.name),
  )
  const lines = props.lines.filter(({ isHidden }) => !isHidden)
  const [trap, setTrap] = useState('')
  const [isTold, setTold] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [takesFocus])

  const problems = lines.map((line) => problemOf(say, line, typed[line.name]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTold(true)
    if (problems.some(Boolean) || problem) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } else if (!isBusy) onSend(typed, trap)
  }

  const fields = lines.map((line, index) => (
    <TextLine
      key={line.name}
      label={line.label}
      value={typed[line.name]}
      onChange={(value) => put(line.name, value)}
      problem={isTold ? (problems[index] ?? undefined) : undefined}
      isOptional={line.isOptional ?? false}
      isLong={line.isLong ?? false}
      type={line.kind ?? 'text'}
      {...(line.autoComplete ? { autoComplete: line.autoComplete } : {})}
      {...(line.help ? { help: line.help } : {})}
      {...(takesFocus && index === 0 ? { 'data-autofocus': true } : {})}
      max={line.max ?? (line.isLong ? 3000 : 200)}
    />
  ))
  return (
    <form ref={form} className={className} onSubmit={submit} noValidate aria-label={label}>
      {children}
      {isTold && problem ? (
        <p className={classes.wrong} role="alert">
          {problem}
        </p>
      ) : null}
      {groupsOf(lines).map((group) =>
        group.length === 1 ? (
          fields[group[0] ?? 0]
        ) : (
          <div key={group[0]} className={classes.pair}>
            {group.map((index) => fields[index])}
          </div>
        ),
      )}
      <Trap value={trap} onChange={setTrap} />
      {note ? (
        <p className={classes.quiet} style={{ margin: 0 }}>
          {note}
        </p>
      ) : null}
      {failure ? (
        <p className={classes.notice} role="alert">
          {reasonOf(failure)}
        </p>
      ) : null}
      <div>
        <button type="submit" className={classes.button} disabled={isBusy}>
          {isBusy ? busyLabel : submitLabel}
        </button>
      </div>
    </form>
  )
}

type SiteFormProps<Names extends string> = Omit<FormOfLinesProps<Names>, 'onSend' | 'isBusy' | 'failure'> & {
  send: (typed: Record<Names, string>, trap: string) => Promise<void>
  onSent: () => void
}

/** A form of the site that sends itself, once even when pressed twice, and forgets its draft after sending. */
export function SiteForm<Names extends string>({ send, onSent, ...form }: SiteFormProps<Names>) {
  const sending = useActMutation({
    mutationFn: ({ typed, trap }: { typed: Record<Names, string>; trap: string }) => send(typed, trap),
    onSuccess: () => {
      forgetTyped(form.name)
      onSent()
    },
  })
  return (
    <FormOfLines
      {...form}
      isBusy={sending.isPending}
      failure={sending.error}
      onSend={(typed, trap) => sending.mutate({ typed, trap })}
    />
  )
}

function problemOf(say: Say<typeof english>, line: FormLine<string>, typed: string): string | null {
  const label = say.language === 'en' ? line.label.toLowerCase() : line.label
  if (typed.trim() === '') return line.isOptional ? null : (line.missing ?? say('enter_your', { label }))
  return line.kind === 'email' && !isEmail(typed) ? say('bad_email') : null
}

/** The places of the lines, neighbours of one group together. */
function groupsOf(lines: readonly FormLine<string>[]): number[][] {
  const groups: number[][] = []
  lines.forEach((line, index) => {
    const before = lines[index - 1]
    if (line.group && before?.group === line.group) groups.at(-1)?.push(index)
    else groups.push([index])
  })
  return groups
}
