import type { Details, Held } from '@/machines/booking/booking.machine'
import { type FormLine, FormOfLines } from '../../shared/site-form'
import site from '../../shared/site.module.css'
import { useAddressLines } from '../../shared/use-address-lines'
import type { BookingType } from '../api/booking.query'
import { detailsForm } from '../booking.actors'
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

type Line = FormLine<Exclude<keyof Details, 'trap'>>

const name: Line = { name: 'name', label: 'Name', autoComplete: 'name', group: 'who' }
const company: Line = {
  name: 'company',
  label: 'Business',
  autoComplete: 'organization',
  isOptional: true,
  group: 'who',
}
const email: Line = { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'email', group: 'reach', max: 320 }
const phone: Line = { name: 'phone', label: 'Telephone', kind: 'tel', autoComplete: 'tel', group: 'reach', max: 50 }
const called: Line = { ...phone, missing: 'Please enter the number that we shall call' }
const address: Line = {
  name: 'address',
  label: 'Address',
  autoComplete: 'street-address',
  missing: 'Please enter the address that we shall visit',
  max: 500,
}
const note: Line = { name: 'note', label: 'What it is about', isLong: true, isOptional: true, max: 2000 }

/** The required lines depend on the place of the meeting. */
const linesOf = (place: BookingType['place']): Line[] => [
  name,
  company,
  email,
  place === 'call' ? called : { ...phone, isOptional: true },
  { ...address, isHidden: place !== 'client' },
  note,
]

/** The details of the visitor. The input stays until it is sent, also when the time is lost. */
export function DetailsForm({ type, held, isOver, isSending, problem, onSend, onBack }: DetailsFormProps) {
  const addressLines = useAddressLines()
  return (
    <FormOfLines
      name={detailsForm}
      lines={linesOf(type.place)}
      label="Your details"
      className={classes.form}
      submitLabel="Book this time"
      busyLabel="Booking…"
      takesFocus
      isBusy={isSending}
      failure={problem}
      onSend={(typed, trap) => onSend({ ...typed, trap })}
    >
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
    </FormOfLines>
  )
}
