import { Badge, Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconRulerMeasure } from '@tabler/icons-react'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, flagFilter, searchFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { sidesText } from '@/shared/domain/text/length'
import { formatMoney } from '@/shared/domain/money/money'

type Panel = {
  id: string
  name: string
  material: string
  width_mm: number
  height_mm: number
  price: string
  lit: boolean
}

const materials = ['Aluminium composite', 'Acrylic', 'Foamex', 'Vinyl', 'Stainless steel']
const names = ['Fascia', 'Totem face', 'Door plate', 'Window vinyl', 'Built-up letters', 'Menu board', 'House number']

/** Fourteen invented panels: enough to search and sort. */
const panels: Panel[] = Array.from({ length: 14 }, (_, place) => ({
  id: `panel-${place + 1}`,
  name: `${names[place % names.length]} ${place + 1}`,
  material: materials[(place * 3) % materials.length] ?? '',
  width_mm: 300 + ((place * 370) % 4200),
  height_mm: 200 + ((place * 130) % 1400),
  price: `${45 + ((place * 83) % 900)}.${place % 2 === 0 ? '00' : '50'}`,
  lit: place % 4 === 0,
}))

const panelList = defineList({
  name: 'demo-panels',
  one: 'panel',
  many: 'panels',
  key: ['demo', 'panels'],
  filters: {
    q: searchFilter('Search panels', 'Name or material'),
    material: choiceFilter(
      'Material',
      materials.map((material) => ({ value: material, label: material })),
      'Every material',
    ),
    lit: flagFilter('Lit'),
  },
  columns: [
    { name: 'name', label: 'Panel', sort: 'name', text: ({ name }: Panel) => name },
    { name: 'material', label: 'Material', sort: 'material', text: ({ material }) => material },
    {
      name: 'size',
      label: 'Size',
      sort: 'width_mm',
      align: 'right',
      cell: ({ width_mm, height_mm }) => sidesText([width_mm, height_mm]),
      csv: ({ width_mm, height_mm }) => `${width_mm} × ${height_mm}`,
    },
    { name: 'lit', label: 'Light', from: 'sm', cell: ({ lit }) => (lit ? <Badge variant="light">Lit</Badge> : null) },
    {
      name: 'price',
      label: 'Price',
      sort: 'price',
      align: 'right',
      card: 'end',
      cell: ({ price }) => formatMoney(price),
      csv: ({ price }) => price,
    },
  ],
  sort: { by: 'name', down: false },
  all: async () => panels,
  matches: (panel, { q, material, lit }) =>
    `${panel.name} ${panel.material}`.toLowerCase().includes(q.toLowerCase()) &&
    (material === null || panel.material === material) &&
    (!lit || panel.lit),
  sortValue: (panel, by) =>
    by === 'material'
      ? panel.material
      : by === 'width_mm'
        ? panel.width_mm
        : by === 'price'
          ? panel.price.padStart(12, '0')
          : panel.name,
})

/** A list of the kit over invented rows: filters, order, choosing rows and columns, saved views, CSV. */
export const DemoList = () => (
  <RecordList
    list={panelList}
    empty={{ icon: <IconRulerMeasure size={40} stroke={1.25} aria-hidden />, title: 'No panels yet' }}
    bulk={(rows, clear) => (
      <>
        <Text size="sm">{rows.length} chosen</Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            notifications.show({ message: `Nothing happens to ${rows.length} invented panels.` })
            clear()
          }}
        >
          Try an action
        </Button>
      </>
    )}
  />
)
