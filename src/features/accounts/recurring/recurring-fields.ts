import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { iban } from '@/kit/fields/iban-field'
import { money, wholeNumber } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { rowChoice } from '@/kit/fields/row-choice'
import { longText, text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import { accountsKey } from '../shared/keys'

const rule = {
  title: text('What for', {
    required: true,
    max: 80,
    missing: 'Please say what it is for',
    placeholder: 'Workshop rent',
  }),
  amount: money('Net amount', { required: true, least: '0.01', most: '9999999.99' }),
  vat_rate_id: rowChoice(
    '{Tax}',
    { table: 'vat_rates', label: 'label', key: accountsKey },
    { help: 'Empty: no {tax}.' },
  ),
  every: choice(
    'Every',
    [
      { value: 'week', label: 'Week' },
      { value: 'month', label: 'Month' },
      { value: 'quarter', label: 'Quarter' },
      { value: 'year', label: 'Year' },
    ],
    { required: true, initial: 'month' },
  ),
  starts_on: date('First day', { required: true }),
  day_of_month: wholeNumber('Day of the month', {
    least: '1',
    most: '31',
    help: 'Day 31 is the last day of a shorter month. Empty: the day of the first one.',
    hiddenUnless: ({ every }) => every !== 'week',
  }),
  ends_on: date('Last day', { help: 'Empty: it has no end.' }),
  days_before: wholeNumber('Days ahead', {
    required: true,
    initial: 0,
    most: '60',
    help: 'So many days before its day the paper is made.',
  }),
  note: longText('Note', { max: 2000 }),
}
const account = {
  iban: iban({ help: 'Empty: the supplier’s account.' }),
  payment_reference: text('Payment reference', { max: 140 }),
  cost_account_id: rowChoice(
    'Cost account',
    { table: 'cost_accounts', key: accountsKey, where: { archived: 'false' } },
    { help: 'The account of each bill. Empty: costs without an account.' },
  ),
}
const isOut = ({ direction }: Readonly<Record<string, string>>) => direction === 'out'

/** The fields of an existing rule: its client or supplier cannot be changed. */
export const incomingFields = defineFields(rule)
export const outgoingFields = defineFields({ ...rule, ...account })

/** The fields of a new rule. */
export const newRuleFields = defineFields({
  direction: choice(
    'Direction',
    [
      { value: 'out', label: 'We pay a supplier' },
      { value: 'in', label: 'A client pays us' },
    ],
    { required: true, initial: 'out' },
  ),
  contact_id: record('Client or supplier', contacts, { required: true, missing: 'Please choose a contact' }),
  ...rule,
  iban: { ...account.iban, hiddenUnless: isOut },
  payment_reference: { ...account.payment_reference, hiddenUnless: isOut },
  cost_account_id: { ...account.cost_account_id, hiddenUnless: isOut },
})
