import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Details, Held } from '@/machines/booking/booking.machine'
import { saveProblem } from '@/shared/ui/save-problem'
import { isEmail, TextLine, Trap } from '../../shared/fields'
import site from '../../shared/site.module.css'
import { useCompany } from '../../shared/use-company'
import { useTyped } from '../../shared/use-typed'
import type { BookingType } from '../api/booking.query'
import { HeldFor } from './held-for'
import { MomentWords } from './moment-words'
import classes from './schedule-page.module.css'

type DetailsFormProps = {
  type: BookingType
  held: Held
  isOver: boolean
  isSending: boolean
  problem: unknown
  onSend: (details: Details) => void
  onBack: () => void
}

const names = ['name', 'email', 'phone', 'company', 'address', 'note'] as const

/** Who comes, or whom we visit or call. What was typed stays until it is sent, also when the time is lost. */
export function DetailsForm({ type, held, isOver, isSending, problem, onSend, onBack }: DetailsFormProps) {
  const { typed, put } = useTyped('booking', names)
  const { addressLines } = useCompany()
  const [trap, setTrap] = useState('')
  const [isTold, setTold] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), [])

  const problems = {
    name: typed.name.trim() ? undefined : 'Please enter your name',
    email: isEmail(typed.email) ? undefined : 'Please enter a valid e-mail address',
    phone: type.place === 'call' && !typed.phone.trim() ? 'Please enter the number that we shall call' : undefined,
    address:
      type.place === 'client' && !typed.address.trim() ? 'Please enter the address that we shall visit' : undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTold(true)
    if (Object.values(problems).some(Boolean)) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    } else onSend({ ...typed, trap })
  }
  const shown = (name: keyof typeof problems) => (isTold ? problems[name] : undefined)
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate aria-label="Your details">
      <div className={classes.chosen}>
        <h2 className={site.heading}>
          <MomentWords at={held.startsAt} />
        </h2>
        <button type="button" className={classes.back} onClick={onBack} disabled={isSending}>
          Give the time back
        </button>
      </div>
      <p className={site.quiet} style={{ margin: 0 }}>
        {type.name}, {type.minutes} minutes.{' '}
        {type.place === 'here'
          ? addressLines.slice(0, 2).join(', ')
          : type.place === 'call'
            ? 'We call you.'
            : 'We come to you.'}
      </p>
      <HeldFor until={held.heldUntil} isOver={isOver} />
      <div className={site.pair}>
        <TextLine
          label="Name"
          value={typed.name}
          onChange={(value) => put('name', value)}
          problem={shown('name')}
          autoComplete="name"
        />
        <TextLine
          label="Business"
          isOptional
          value={typed.company}
          onChange={(value) => put('company', value)}
          autoComplete="organization"
        />
      </div>
      <div className={site.pair}>
        <TextLine
          label="E-mail"
          type="email"
          value={typed.email}
          onChange={(value) => put('email', value)}
          problem={shown('email')}
          autoComplete="email"
          max={320}
        />
        <TextLine
          label="Telephone"
          type="tel"
          isOptional={type.place !== 'call'}
          value={typed.phone}
          onChange={(value) => put('phone', value)}
          problem={shown('phone')}
          autoComplete="tel"
          max={50}
        />
      </div>
      {type.place === 'client' ? (
        <TextLine
          label="Address"
          value={typed.address}
          onChange={(value) => put('address', value)}
          problem={shown('address')}
          autoComplete="street-address"
          max={500}
        />
      ) : null}
      <TextLine
        label="What it is about"
        isOptional
        isLong
        value={typed.note}
        onChange={(value) => put('note', value)}
        max={2000}
      />
      <Trap value={trap} onChange={setTrap} />
      {problem === null ? null : (
        <p className={site.notice} role="alert">
          {saveProblem(problem)}
        </p>
      )}
      <div>
        <button type="submit" className={site.button} disabled={isSending}>
          {isSending ? 'Booking…' : 'Book this time'}
        </button>
      </div>
    </form>
  )
}
