import { taxNumberText } from '@/shared/domain/places/tax-number'
import { useQuery } from '@tanstack/react-query'
import { cashDiscountFields } from '@/kit/fields/cash-discount-fields'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields, type Field, type ValuesOf } from '@/kit/fields/field'
import { wholeNumber } from '@/kit/fields/number-fields'
import { cityOfAddress, postcodeOfAddress, stateOfAddress } from '@/kit/fields/place-fields'
import { text, type TextOptions } from '@/kit/fields/text-fields'
import {
  type ContactField,
  contactFieldLabels,
  type ContactKind,
  contactProblems,
  emptyContact,
  plainVatNumber,
} from '@/shared/domain/people/contact'
import { doubtOfVatNumber } from './doubt-of-vat-number'
import { currenciesWithCents, currencyName } from '@/shared/domain/money/currency'
import { currentFormats, lengthUnits } from '@/shared/domain/text/formats'
import { languages } from '@/shared/domain/texts/languages'
import { useFormats } from '@/shared/hooks/use-formats'
import { colleaguesQuery, contactTypesQuery } from './api/contact.query'

const useTypes = () => (useQuery(contactTypesQuery).data ?? []).map(({ id, name }) => ({ value: id, label: name }))
const useColleagues = () =>
  (useQuery(colleaguesQuery).data ?? []).map(({ userId, name }) => ({ value: userId, label: name }))

const unitsOfLengths = Object.entries(lengthUnits).map(([value, label]) => ({ value, label }))

/** The currencies of clients: that of the books first. */
function useCurrencies() {
  const { currency } = useFormats()
  return [currency, ...currenciesWithCents.filter((code) => code !== currency)].map((code) => ({
    value: code,
    label: `${code} · ${currencyName(code)}`,
  }))
}

/** The currency that a client is quoted and invoiced in. That of the books is stored as null. */
const currencyField = (): Field<string | null> => ({
  ...choice('Currency', useCurrencies, {
    help: 'Of their quotations, invoices and payments. It stays once there are papers.',
  }),
  draftOf: (stored) => (typeof stored === 'string' && stored !== '' ? stored : currentFormats().currency),
  valueOf: (draft) => (draft === '' || draft === currentFormats().currency ? null : draft),
})

const anotherOne = (draft: string) => (draft === '' ? '' : 'another one')

/** The fields of a person or of a business. The import checks its rows by the same rules (`contactProblems`). */
function fieldsOf(kind: ContactKind) {
  const line = (field: ContactField, options: Pick<TextOptions, 'keyboard' | 'stored'> = {}): Field<string | null> =>
    text(contactFieldLabels[field], {
      ...options,
      check: (typed) => contactProblems(kind, { ...emptyContact, [field]: typed })[field] ?? null,
    })
  const onlyOf = (only: ContactKind) => ({ right: () => kind === only })
  return defineFields({
    name: { ...line('name'), required: true, missing: 'Please enter the first name', ...onlyOf('Person') },
    last_name: { ...line('last_name'), ...onlyOf('Person') },
    company: {
      ...line('company'),
      label: kind === 'Business' ? 'Business name' : contactFieldLabels.company,
      required: kind === 'Business',
      missing: 'Please enter the name of the business',
    },
    vat_number: {
      ...line('vat_number', { stored: plainVatNumber }),
      ...onlyOf('Business'),
      draftOf: (stored, row = {}) =>
        typeof stored === 'string' ? taxNumberText(stored, String(Reflect.get(row, 'country') ?? '') || null) : '',
      doubtIn: (typed, { country = '' }) => doubtOfVatNumber(typed, country),
    },
    email: line('email', { keyboard: 'email' }),
    phone: line('phone', { keyboard: 'tel' }),
    mobile: line('mobile', { keyboard: 'tel' }),
    address_line: line('address_line'),
    city: { ...line('city'), ...cityOfAddress() },
    postcode: { ...line('postcode'), ...postcodeOfAddress() },
    state: stateOfAddress(),
    country: line('country'),
    contact_type_id: { ...choice(contactFieldLabels.contact_type_id, useTypes), words: anotherOne },
    payment_terms_days: wholeNumber(contactFieldLabels.payment_terms_days, { most: '365' }),
    ...cashDiscountFields({ least: '0', help: 'For paying early. Empty: that of the company. 0: none.' }),
    language: choice('Language of papers', languages, {
      help: 'Papers and mails to them, and the terms of new quotations. Empty: the language of the company.',
    }),
    length_unit: choice('Sizes on papers', unitsOfLengths, { help: 'Empty: in the unit of the company' }),
    currency: currencyField(),
    account_manager_id: { ...choice(contactFieldLabels.account_manager_id, useColleagues), words: anotherOne },
  })
}

export const contactFields = { Person: fieldsOf('Person'), Business: fieldsOf('Business') }
export type ContactFormValues = ValuesOf<ReturnType<typeof fieldsOf>>
