import { Badge, Button, Modal } from '@mantine/core'
import { IconPlus, IconTool } from '@tabler/icons-react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineList } from '@/kit/list/define-list'
import { flagFilter, searchFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { readServices, type ServiceLine, servicesKey } from '../api/services.query'
import { serviceUnits } from '../service-fields'
import { NewService } from './new-service'

const unitOf = (unit: string) => serviceUnits.find(({ value }) => value === unit)?.label ?? unit

const serviceList = defineList({
  name: 'services',
  one: 'service',
  many: 'services',
  key: servicesKey,
  live: [
    { page: 'quotations', tables: ['services'] },
    { page: 'markup-demo', tables: ['services'] },
  ],
  filters: { q: searchFilter('Search services', 'Name, category'), archived: flagFilter('Archived') },
  columns: [
    { name: 'name', label: 'Name', sort: 'name', text: (row: ServiceLine) => row.name },
    { name: 'category', label: 'Category', sort: 'category', text: (row) => row.category },
    { name: 'unit', label: 'Unit', from: 'sm', cell: (row) => unitOf(row.unit), csv: (row) => row.unit },
    { name: 'price', label: 'Base price', card: 'end', money: (row) => row.base_price },
    { name: 'least', label: 'Minimum charge', from: 'md', money: (row) => row.min_charge },
    {
      name: 'public',
      label: 'Public site',
      from: 'sm',
      cell: (row) => (row.is_public ? <Badge variant="light">Shown</Badge> : null),
      csv: (row) => (row.is_public ? 'yes' : 'no'),
    },
  ],
  sort: { by: 'category', down: false },
  all: readServices,
  matches: (row, { q, archived }) =>
    (row.archived_at !== null) === archived &&
    `${row.name} ${row.category ?? ''} ${row.slug}`.toLowerCase().includes(q.trim().toLowerCase()),
  sortValue: (row, by) => (by === 'category' ? `${row.category ?? ''} ${row.name}` : row.name),
})

/** /services: the company's services, for staff. */
export function ServicesScreen() {
  const rights = useRights()
  const adding = useDialog('new')
  return (
    <PageFrame
      title="Services"
      width="full"
      actions={
        can(rights, 'markup-demo', 'create') ? (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open()}>
            Add service
          </Button>
        ) : null
      }
    >
      <RecordList
        list={serviceList}
        href={(row) => linkTo('/services/:slug', { slug: row.slug })}
        empty={{
          icon: <IconTool stroke={1.5} />,
          title: 'No services yet',
          children: 'A service has a unit, a price, and the steps that its jobs go through.',
        }}
      />
      <Modal opened={adding.isOpen} onClose={adding.close} title="New service" size="lg">
        <NewService onClose={adding.close} />
      </Modal>
    </PageFrame>
  )
}
