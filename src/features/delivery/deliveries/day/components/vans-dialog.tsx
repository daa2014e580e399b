import { Modal } from '@mantine/core'
import { checkbox } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { length, quantity } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can } from '@/shared/domain/people/permission'
import { deliveriesKey } from '../../api/deliveries.query'

const vans = defineSmallTable({
  table: 'vans',
  one: 'van',
  many: 'vans',
  fields: defineFields({
    name: text('Name', { required: true, max: 60, empty: '', duplicate: 'There is a van of this name already.' }),
    registration: text('Registration', { max: 20 }),
    capacity_kg: quantity('Takes, in kg', { places: 1, aboveZero: true, most: '100000' }),
    load_length_mm: length('Longest piece', { places: 0, least: '100', most: '30000' }),
    is_active: checkbox('In use', { initial: true }),
  }),
  key: [...deliveriesKey, 'vans', 'table'],
  live: [{ page: 'deliveries', tables: ['vans'] }],
  usedBy: 'deliveries',
  rights: {
    add: (rights) => can(rights, 'deliveries', 'create'),
    change: (rights) => can(rights, 'deliveries', 'edit'),
    remove: (rights) => can(rights, 'deliveries', 'delete'),
  },
  about: 'Each van in use is a lane of the day. Its size and capacity are compared with what it is to bring.',
})

/** The vans, added and changed in place. */
export const VansDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal opened onClose={onClose} title="Vans" size="xl">
    <SmallTable of={vans} />
  </Modal>
)
