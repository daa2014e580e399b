import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { saveProblem } from '@/shared/ui/save-problem'
import { isEmail, TextLine, Trap } from './fields'
import classes from './site.module.css'
import { useTyped } from './use-typed'

/** One line of a form. `group` puts neighbours of the same group side by side. */
export type FormLine<Names extends string> = {
  name: Names
  label: string
  isOptional?: boolean
  isLong?: boolean
  kind?: 'email' | 'tel'
  autoComplete?: string
  help?: string
  max?: number
  group?: string
  /** What is said where the line must be filled in and is not; default: "Please enter your" and the label. */
  missing?: string
}

type SiteFormProps<Names extends string> = {
  /** What was typed is kept under this name. */
  name: string
  lines: readonly FormLine<Names>[]
  submitLabel: string
  send: (typed: Record<Names, string>, trap: string) => Promise<void>
  onSent: () => void
  /** Stands above the fields. */
  children?: ReactNode
  /** A reason of its own not to send, in words; it stands under the children. */
  problem?: string | null
}

/** A form of the site: says at each field what is wrong, keeps what was typed, and is sent once however often it is pressed. */
export function SiteForm<Names extends string>(props: SiteFormProps<Names>) {
  const { name, lines, submitLabel, send, onSent, children, problem = null } = props
  const { typed, put, forget } = useTyped(
    name,
    lines.map((line) => line.name),
  )
  const [trap, setTrap] = useState('')
  const [isTold, setTold] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const sending = useMutation({
    mutationFn: () => send(typed, trap),
    onSuccess: () => {
      forget()
      onSent()
    },
  })

  const problems = lines.map((line) => problemOf(line, typed[line.name]))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTold(true)
    if (problems.some(Boolean) || problem) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } else if (!sending.isPending) sending.mutate()
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
      max={line.max ?? (line.isLong ? 3000 : 200)}
    />
  ))
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
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
      {sending.isError ? (
        <p className={classes.notice} role="alert">
          {saveProblem(sending.error)}
        </p>
      ) : null}
      <div>
        <button type="submit" className={classes.button} disabled={sending.isPending}>
          {sending.isPending ? 'Sending…' : submitLabel}
        </button>
      </div>
    </form>
  )
}

function problemOf(line: FormLine<string>, typed: string): string | null {
  if (typed.trim() === '')
    return line.isOptional ? null : (line.missing ?? `Please enter your ${line.label.toLowerCase()}`)
  return line.kind === 'email' && !isEmail(typed) ? 'Please enter a valid e-mail address' : null
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
