import type { Say } from '@/kit/client-page/use-say'
import { cityName, postcodeName, stateName } from '@/shared/domain/places/address-words'
import type { english as ofForms } from '@/shared/domain/texts/forms/en'
import type { english } from '@/shared/domain/texts/registration/en'
import { emailLine, phoneLine } from '../shared/reach-lines'
import type { FormLine } from '../shared/site-form'
import type { RegistrationKind } from './api/send.mutation'

type Words = { say: Say<typeof english>; sayForm: Say<typeof ofForms> }
type Line = FormLine<string>

const nameOf = ({ say }: Words): Line[] => [
  { name: 'name', label: say('first_name'), autoComplete: 'given-name', group: 'name' },
  { name: 'last_name', label: say('last_name'), autoComplete: 'family-name', group: 'name' },
]
const reachOf = ({ sayForm }: Words): Line[] => [
  { ...emailLine(sayForm), group: 'reach' },
  { ...phoneLine(sayForm), isOptional: true, group: 'reach' },
]
/** The place, in English with the words of the company's country; without a state where its addresses have none. */
function placeOf({ say }: Words, country: string | null): Line[] {
  const isEnglish = say.language === 'en'
  const state = stateName(country)
  return [
    { name: 'address_line', label: say('street'), autoComplete: 'street-address', isOptional: true, max: 500 },
    {
      name: 'postcode',
      label: isEnglish ? postcodeName(country) : say('postcode'),
      autoComplete: 'postal-code',
      isOptional: true,
      group: 'town',
      max: 20,
    },
    {
      name: 'city',
      label: isEnglish ? cityName(country) : say('town'),
      autoComplete: 'address-level2',
      isOptional: true,
      group: 'town',
    },
    {
      name: 'state',
      label: (isEnglish ? state : null) ?? say('state'),
      autoComplete: 'address-level1',
      isOptional: true,
      isHidden: state === null,
      group: 'town',
      max: 100,
    },
  ]
}

type Registration = { title: string; lead: string; lines: Line[]; submit: string; art: string }

const registrations: Record<RegistrationKind, (words: Words, country: string | null) => Registration> = {
  client: (words) => ({
    title: words.say('client_title'),
    lead: words.say('client_lead'),
    lines: [
      ...nameOf(words),
      { name: 'company', label: words.sayForm('business'), autoComplete: 'organization', isOptional: true },
      ...reachOf(words),
      {
        name: 'message',
        label: words.say('need'),
        isLong: true,
        missing: words.say('need_missing'),
        help: words.say('need_help'),
      },
    ],
    submit: words.say('ask'),
    art: 'measure',
  }),
  business: (words, country) => ({
    title: words.say('business_title'),
    lead: words.say('business_lead'),
    lines: [
      {
        name: 'company',
        label: words.say('business_name'),
        autoComplete: 'organization',
        missing: words.say('business_missing'),
      },
      {
        name: 'vat_number',
        label: words.say('tax_number'),
        isOptional: true,
        help: words.say('tax_number_help'),
        max: 30,
      },
      ...placeOf(words, country),
      ...nameOf(words),
      ...reachOf(words),
    ],
    submit: words.say('register'),
    art: 'fascia',
  }),
  person: (words) => ({
    title: words.say('person_title'),
    lead: words.say('person_lead'),
    lines: [
      ...nameOf(words),
      { name: 'company', label: words.say('work_for'), autoComplete: 'organization', isOptional: true },
      ...reachOf(words),
    ],
    submit: words.say('send'),
    art: 'people',
  }),
}

/** What a visitor is asked for in each registration. */
export const registrationForm = (kind: RegistrationKind, words: Words, country: string | null): Registration =>
  registrations[kind](words, country)
