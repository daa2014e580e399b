import { defineFields } from '@/kit/fields/field'
import { percent } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can, hasPermission, type Rights } from '@/shared/domain/people/permission'

const mayDo = (action: 'create' | 'edit' | 'delete') => (rights: Rights) =>
  hasPermission(rights, 'view_financial_data') && can(rights, 'markup-demo', action)

const service = rowChoice(
  'Service',
  { table: 'services', key: ['services'] },
  { help: 'Empty: whole quotations, and every other service.' },
)
const floors = defineSmallTable({
  table: 'margin_floors',
  one: 'floor',
  many: 'margin floors',
  order: 'created_at',
  fields: defineFields({
    floor_pct: percent('Least margin', { required: true, most: '99.99', help: 'Of the net.' }),
    service_id: {
      ...service,
      duplicate: 'There is a floor for this already.',
      show: (draft) => (draft === '' ? 'All others' : (service.show?.(draft) ?? null)),
    },
  }),
  key: ['margin-floors'],
  live: [{ page: 'quotations', tables: ['margin_floors'] }],
  rights: { add: mayDo('create'), change: mayDo('edit'), remove: mayDo('delete') },
  about: 'Without a floor every quotation can be sent, whatever it costs.',
})

/** The least margins. A quotation below one needs a reason from a person who sees costs before it is sent. */
export const MarginFloors = () => <SmallTable of={floors} />
