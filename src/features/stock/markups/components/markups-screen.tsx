import { Text } from '@mantine/core'
import { defineFields } from '@/kit/fields/field'
import { money, percent } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can, hasPermission, type PageAction, type Rights } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { WorkedPrices } from './worked-prices'
import { markupKey } from '../markup'

const may = (action: PageAction) => (rights: Rights) =>
  can(rights, 'markup-demo', action) && hasPermission(rights, 'view_financial_data')
const bands = defineSmallTable({
  table: 'markup_bands',
  one: 'markup',
  many: 'markups',
  order: 'from_cost',
  fields: defineFields({
    name: text('Name', { required: true, max: 100 }),
    from_cost: money('Cost from', { required: true }),
    to_cost: money('Below', { help: 'Empty: no end' }),
    markup_pct: percent('Markup', { required: true, most: '10000' }),
  }),
  check: ({ from_cost, to_cost }) =>
    to_cost && Number(to_cost) <= Number(from_cost) ? { to_cost: 'The end is above the beginning' } : {},
  key: markupKey,
  live: [{ page: 'markup-demo', tables: ['markup_bands'] }],
  rights: { add: may('create'), change: may('edit'), remove: may('delete') },
  about: 'The usual markup by what something costs. Small things carry a higher one.',
})

/** /markup-demo: the markups, and examples of prices with them. */
export function MarkupsScreen() {
  const rights = useRights()
  const sees = hasPermission(rights, 'view_financial_data')
  return (
    <PageFrame title="Markups" width="text">
      {sees ? (
        <>
          <SmallTable of={bands} />
          <WorkedPrices />
        </>
      ) : (
        <Text>A markup tells what something costs. It is shown to people who may see costs and margins.</Text>
      )}
    </PageFrame>
  )
}
