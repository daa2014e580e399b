import { Title } from '@mantine/core'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { money, quantity, wholeNumber } from '@/kit/fields/number-fields'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can, hasPermission, type Rights } from '@/shared/domain/people/permission'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { parametersKey } from '../parameters'

const keeps = (rights: Rights) => hasPermission(rights, 'view_financial_data') && can(rights, 'markup-demo', 'edit')
const rights = { add: keeps, change: keeps, remove: keeps }

const work = defineSmallTable({
  table: 'human_service_parameters',
  one: 'kind of work',
  many: 'kinds of work',
  fields: defineFields({
    name: text('Name', { required: true, max: 100, duplicate: 'There is work of this name already.' }),
    hourly_cost: money('Cost an hour', { required: true, most: '99999999.99' }),
    hourly_price: money('Price an hour', { required: true, most: '99999999.99' }),
    min_minutes: wholeNumber('At least (minutes)', { required: true, most: '10000', initial: 0 }),
    crew_size: wholeNumber('People', { required: true, least: '1', most: '50', initial: 1 }),
  }),
  key: parametersKey,
  live: [{ page: 'quotations', tables: ['human_service_parameters'] }],
  rights,
  about: 'Work by people: what an hour of one person costs, what it is sold for, and how many go.',
})

const zones = defineSmallTable({
  table: 'travel_zones',
  one: 'travel zone',
  many: 'travel zones',
  order: 'up_to_km',
  fields: defineFields({
    name: text('Name', { required: true, max: 100 }),
    up_to_km: quantity('Up to', {
      unit: 'km',
      required: true,
      places: 1,
      aboveZero: true,
      most: '20000',
      duplicate: 'Another zone ends at this distance.',
    }),
    price: money('Price', { required: true }),
  }),
  key: parametersKey,
  live: [{ page: 'quotations', tables: ['travel_zones'] }],
  rights,
  about: 'What a journey is sold for, by its distance.',
})

const running = defineSmallTable({
  table: 'running_costs',
  one: 'running cost',
  many: 'running costs',
  order: 'kind',
  fields: defineFields({
    kind: choice(
      'Of',
      [
        { value: 'cnc', label: 'CNC router' },
        { value: 'laser', label: 'Laser' },
        { value: 'print', label: 'Printer' },
        { value: 'travel', label: 'Van' },
      ],
      { required: true, missing: 'Please choose what it is about', duplicate: 'Its cost is there already.' },
    ),
    hourly_cost: money('Cost an hour', { places: 4, most: '100000', help: 'Of a machine, with power, wear and room.' }),
    km_cost: money('Cost a kilometre', {
      places: 4,
      most: '10000',
      help: 'Of a van. A zone is driven there and back.',
    }),
  }),
  key: parametersKey,
  live: [{ page: 'quotations', tables: ['running_costs'] }],
  rights,
  check: ({ kind = '', hourly_cost = '', km_cost = '' }) => {
    const problems: Record<string, string> = {}
    const [wanted, other] = kind === 'travel' ? ['km_cost', 'hourly_cost'] : ['hourly_cost', 'km_cost']
    const typed: Record<string, string> = { hourly_cost, km_cost }
    if (kind !== '' && typed[wanted ?? '']?.trim() === '') problems[wanted ?? ''] = 'Please enter what it costs'
    if (kind !== '' && typed[other ?? '']?.trim() !== '')
      problems[other ?? ''] = kind === 'travel' ? 'A van costs by the kilometre' : 'A machine costs by the hour'
    return problems
  },
  about:
    'What machines cost an hour and a van a kilometre: the calculator takes the cost of machine work and journeys from it.',
})

/** /human-service-parameters: cost and price of work by people, and of their journeys. */
export const HumanServiceParametersScreen = () => (
  <PageFrame title="Human Service Parameters" width="text">
    <SmallTable of={work} />
    <Title order={2} size="h3" mt="xl" mb="sm">
      Travel
    </Title>
    <SmallTable of={zones} />
    <Title order={2} size="h3" mt="xl" mb="sm">
      Machines and vans
    </Title>
    <SmallTable of={running} />
  </PageFrame>
)
