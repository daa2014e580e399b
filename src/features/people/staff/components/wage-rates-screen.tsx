import { useQuery } from '@tanstack/react-query'
import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { money } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { hasPermission, type Rights } from '@/shared/domain/people/permission'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { colleagueNamesQuery } from '../api/colleague-names.query'

const mayKeep = (rights: Rights) => hasPermission(rights, 'manage_wage_rates')
const useColleagues = () => useQuery(colleagueNamesQuery).data ?? []

const wageRates = defineSmallTable({
  table: 'wage_rates',
  one: 'wage rate',
  many: 'wage rates',
  order: 'valid_from',
  fields: defineFields({
    user_id: {
      ...choice('Person', useColleagues, { required: true }),
      names: { query: colleagueNamesQuery, unknown: 'Former colleague' },
    },
    valid_from: date('From', {
      required: true,
      duplicate: 'This person has a rate that begins on this day already.',
    }),
    hourly_cost: money('Cost an hour', { required: true, aboveZero: true, most: '100000' }),
    note: text('Note', { max: 500 }),
  }),
  key: ['wage-rates'],
  live: [{ page: 'quotations', tables: ['wage_rates'] }],
  rights: { add: mayKeep, change: mayKeep, remove: mayKeep },
  about: 'What an hour of each colleague costs, from a day on. The rate before it holds until then.',
})

/** /wage-rates: dated rates of people. */
export const WageRatesScreen = () => (
  <PageFrame title="Wage Rates" width="text">
    <SmallTable of={wageRates} />
  </PageFrame>
)
