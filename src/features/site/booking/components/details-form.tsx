import { type Say, useSay } from '@/kit/client-page/use-say'
import type { Details, Held } from '@/machines/booking/booking.machine'
import type { english } from '@/shared/domain/texts/booking/en'
import { bookingPart } from '@/shared/domain/texts/booking/part'
import type { english as ofForms } from '@/shared/domain/texts/forms/en'
import { formsPart } from '@/shared/domain/texts/forms/part'
import { emailLine, phoneLine } from '../../shared/reach-lines'
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

type Words = { say: Say<typeof english>; sayForm: Say<typeof ofForms> }

/** The required lines depend on the place of the meeting. */
function linesOf({ say, sayForm }: Words, place: BookingType['place']): Line[] {
  const phone: Line = { ...phoneLine(sayForm), group: 'reach' }
  return [
    { name: 'name', label: sayForm('name'), autoComplete: 'name', group: 'who' },
    { name: 'company', label: sayForm('business'), autoComplete: 'organization', isOptional: true, group: 'who' },
    { ...emailLine(sayForm), group: 'reach' },
    place === 'call' ? { ...phone, missing: say('number_missing') } : { ...phone, isOptional: true },
    {
      name: 'address',
      label: say('address'),
      autoComplete: 'street-address',
      missing: say('address_missing'),
      max: 500,
      isHidden: place !== 'client',
    },
    { name: 'note', label: say('about_what'), isLong: true, isOptional: true, max: 2000 },
  ]
}

/** The details of the visitor. The input stays until it is sent, also when the time is lost. */
export function DetailsForm({ type, held, isOver, isSending, problem, onSend, onBack }: DetailsFormProps) {
  const addressLines = useAddressLines()
  const say = useSay(bookingPart)
  const sayForm = useSay(formsPart)
  return (
    <FormOfLines
      name={detailsForm}
      lines={linesOf({ say, sayForm }, type.place)}
      label={say('your_details')}
      className={classes.form}
      submitLabel={say('book_time')}
      busyLabel={say('booking_now')}
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
          {say('give_back')}
        </button>
      </div>
      <p className={site.quiet} style={{ margin: 0 }}>
        {say('chosen', { type: type.name, minutes: String(type.minutes) })}{' '}
        {type.place === 'here'
          ? addressLines.slice(0, 2).join(', ')
          : type.place === 'call'
            ? say('we_call')
            : say('we_come')}
      </p>
      <HeldFor until={held.heldUntil} isOver={isOver} />
    </FormOfLines>
  )
}
