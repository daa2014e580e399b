import { withTax } from '@/shared/domain/text/formats'
import { Text, Title } from '@mantine/core'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { percent, wholeNumber } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { isAboveZero } from '@/shared/domain/money/decimal'
import type { Rights } from '@/shared/domain/people/permission'
import { slugOf } from '@/shared/domain/text/slug'
import { vatRateUses } from '../api/vat-rate-uses.query'

const isAdmin = ({ role }: Rights) => role === 'admin'
const vatRates = defineSmallTable({
  table: 'vat_rates',
  one: '{tax} rate',
  many: '{tax} rates',
  order: 'sort',
  fields: defineFields({
    label: text('Name', { required: true, max: 100 }),
    code: text('Code', {
      required: true,
      max: 40,
      help: 'Small letters, digits and hyphens: standard-20',
      proposed: ({ label }) => slugOf(label ?? '').slice(0, 40),
      duplicate: 'There is a rate with this code already.',
      check: (typed) => (/^[a-z0-9][a-z0-9_.-]*$/.test(typed) ? null : 'Small letters, digits, dots and hyphens only'),
    }),
    treatment: choice(
      'Treatment',
      [
        { value: 'standard', label: 'Charged' },
        { value: 'zero', label: 'Zero rated' },
        { value: 'reverse_charge', label: 'Reverse charge' },
        { value: 'intra_community', label: 'Goods to another EU country' },
        { value: 'exempt', label: 'Exempt' },
        { value: 'export', label: 'Export of goods' },
        { value: 'outside', label: 'Work for a business abroad, not taxable here' },
      ],
      { required: true, initial: 'standard' },
    ),
    rate: percent('Rate', { required: true, places: 4 }),
    country: text('Country', { max: 200 }),
    valid_from: date('Valid from'),
    valid_to: date('Valid until'),
    is_default: checkbox('Rate of new lines', { wide: false }),
    sort: wholeNumber('Place in the list', { required: true, initial: 0 }),
  }),
  check: ({ treatment, rate, valid_from, valid_to }) => ({
    ...(treatment !== 'standard' && rate && isAboveZero(rate)
      ? { rate: withTax('Only charged {tax} has a rate above 0') }
      : {}),
    ...(valid_from && valid_to && valid_to < valid_from ? { valid_to: 'The end is before the beginning' } : {}),
  }),
  key: ['vat-rates'],
  live: [{ page: 'quotations', tables: ['vat_rates'] }],
  usesOf: vatRateUses,
  rights: { add: isAdmin, change: isAdmin, remove: isAdmin },
  about: 'The rates that lines of quotations and invoices choose from.',
})

/** The VAT rates to choose from. Lines keep the rate that they were written with. */
export const VatRates = () => (
  <section aria-labelledby="vat-rates">
    <Title order={2} size="h3" mt="xl" mb="xs" id="vat-rates" tabIndex={-1}>
      {withTax('{Tax} rates')}
    </Title>
    <Text c="dimmed" mb="md">
      A changed rate alters no quotation and no invoice that was written before.
    </Text>
    <SmallTable of={vatRates} />
  </section>
)
