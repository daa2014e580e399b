import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money, wholeNumber } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { longText, text } from '@/kit/fields/text-fields'
import { today } from '../shared/today'
import { assetsKey } from './api/assets.query'

const name = text('Name', { required: true, max: 200, wide: true, placeholder: 'Cutter, 160 cm' })
const life = wholeNumber('Useful life in months', {
  required: true,
  least: '1',
  most: '600',
  help: 'From the month of the purchase. 1 writes it off at once, as things of low value may be.',
  missing: 'Please enter the useful life',
})
const note = longText('Note', { max: 2000 })
const bought = date('Bought on', { required: true, to: today() })

/** A line of a bill: its cost and account are those of the line. */
export const lineFields = defineFields({ name, bought_on: bought, life_months: life, note })

/** An asset of the former books. */
export const formerFields = defineFields({
  name,
  account_id: rowChoice(
    'Account',
    { table: 'cost_accounts', key: assetsKey, where: { kind: 'asset', archived: 'false' } },
    { required: true, missing: 'Please choose an account of fixed assets' },
  ),
  bought_on: bought,
  cost: money('Cost', {
    required: true,
    least: '0.01',
    most: '999999999.99',
    help: 'What was paid for it, without {tax} that was deducted.',
  }),
  opening_on: date('Taken over at the end of', {
    required: true,
    to: today(),
    help: 'The last day of your former books. Depreciation is booked here from the next month on.',
  }),
  written_down: money('Depreciation until then', { required: true, most: '999999999.99' }),
  life_months: life,
  note,
})

export const changeFields = defineFields({
  name,
  life_months: { ...life, help: 'A change counts from the first open month on. Closed months stay as they are.' },
  note,
})

export const disposalFields = defineFields({
  disposed_on: date('Day', { required: true, to: today() }),
  proceeds: money('Sold for, without {tax}', {
    required: true,
    most: '999999999.99',
    help: 'Zero where it was scrapped or given away.',
  }),
})
