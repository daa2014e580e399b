import { postcodeName, stateName } from '@/shared/domain/places/address-lines'
import type { FormLine } from '../shared/site-form'
import type { RegistrationKind } from './api/send.mutation'

const name: FormLine<string>[] = [
  { name: 'name', label: 'First name', autoComplete: 'given-name', group: 'name' },
  { name: 'last_name', label: 'Last name', autoComplete: 'family-name', group: 'name' },
]
const reach: FormLine<string>[] = [
  { name: 'email', label: 'E-mail', kind: 'email', autoComplete: 'email', group: 'reach', max: 320 },
  { name: 'phone', label: 'Telephone', kind: 'tel', autoComplete: 'tel', isOptional: true, group: 'reach', max: 50 },
]
const place: FormLine<string>[] = [
  { name: 'address_line', label: 'Street and number', autoComplete: 'street-address', isOptional: true, max: 500 },
  { name: 'postcode', label: 'Postcode', autoComplete: 'postal-code', isOptional: true, group: 'town', max: 20 },
  { name: 'city', label: 'Town', autoComplete: 'address-level2', isOptional: true, group: 'town' },
  { name: 'state', label: 'State', autoComplete: 'address-level1', isOptional: true, group: 'town', max: 100 },
]

/** The lines of a form with the words of the company's country; without a state where its addresses have none. */
export const linesAt = (lines: readonly FormLine<string>[], country: string | null): FormLine<string>[] =>
  lines.map((line) =>
    line.name === 'postcode'
      ? { ...line, label: postcodeName(country) }
      : line.name === 'state'
        ? { ...line, label: stateName(country) ?? line.label, isHidden: stateName(country) === null }
        : line,
  )

/** What a visitor is asked for in each registration. */
export const registrationForms: Record<
  RegistrationKind,
  { title: string; lead: string; lines: FormLine<string>[]; submit: string; art: string }
> = {
  client: {
    title: 'Tell us what people should see',
    lead: 'A few lines are enough to begin. We answer within one working day, with a price or with the one question that is still open.',
    lines: [
      ...name,
      { name: 'company', label: 'Business', autoComplete: 'organization', isOptional: true },
      ...reach,
      {
        name: 'message',
        label: 'What you need',
        isLong: true,
        missing: 'Please write what you need',
        help: 'What it is, how large, where it goes, and when you need it',
      },
    ],
    submit: 'Ask for a price',
    art: 'measure',
  },
  business: {
    title: 'Register your business',
    lead: 'One registration, and quotations, proofs and invoices reach the right people. We check it and write back.',
    lines: [
      {
        name: 'company',
        label: 'Name of the business',
        autoComplete: 'organization',
        missing: 'Please enter the name of the business',
      },
      {
        name: 'vat_number',
        label: '{Tax} number',
        isOptional: true,
        help: 'With the letters of your country',
        max: 30,
      },
      ...place,
      ...name,
      ...reach,
    ],
    submit: 'Register the business',
    art: 'fascia',
  },
  person: {
    title: 'Be our contact',
    lead: 'Leave your name and how we reach you. The office adds you to our contacts.',
    lines: [
      ...name,
      { name: 'company', label: 'You work for', autoComplete: 'organization', isOptional: true },
      ...reach,
    ],
    submit: 'Send',
    art: 'people',
  },
}
