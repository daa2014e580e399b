import { checkbox } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields, type ValuesOf } from '@/kit/fields/field'
import { lines } from '@/kit/fields/lists/lines-field'
import { money, wholeNumber } from '@/kit/fields/number-fields'
import { longText, text } from '@/kit/fields/text-fields'

/** The fields of an application. `currency`: that of the client; null: that of the books. */
export const creditFieldsOf = (currency: string | null = null) =>
  defineFields({
    requested_limit: money('Limit asked for', {
      aboveZero: true,
      placeholder: '5,000.00',
      ...(currency ? { currency } : {}),
    }),
    terms_days: wholeNumber('Payment terms (days)', { most: '365', placeholder: '30' }),
    directors: lines('Directors', { one: 'director', parts: { name: 'Name', position: 'Position' } }),
    trade_refs: lines('Trade references', {
      one: 'reference',
      least: 2,
      parts: { company: 'Company', person: 'Person', phone: 'Phone', email: 'Email' },
    }),
    signed_name: text('Signed by'),
    signed_position: text('Position'),
    signed_on: date('Signed on'),
    consent: checkbox('They accept our terms of payment, and we may ask the references about them'),
    note: longText('Note for the decision'),
  })
export const creditFields = creditFieldsOf()
export type CreditValues = ValuesOf<typeof creditFields>

/** The stored list of a row; entries of another shape are dropped. */
export const directorsOf = (stored: unknown) => creditFields.directors.valueOf(JSON.stringify(stored))
export const referencesOf = (stored: unknown) => creditFields.trade_refs.valueOf(JSON.stringify(stored))

/** The missing data before an application can be submitted. The database checks the same. */
export const missingFrom = (values: Partial<CreditValues>): string[] =>
  [
    values.requested_limit === null ? 'the limit asked for' : null,
    values.terms_days === null ? 'the payment terms' : null,
    (values.trade_refs ?? []).length < 2 ? 'two trade references' : null,
    values.signed_name === null ? 'the name of who signs' : null,
    values.consent ? null : 'the consent',
  ].filter((each) => each !== null)
