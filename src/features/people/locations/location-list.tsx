import { Text } from '@mantine/core'
import { IconChecklist, IconMapPinOff, IconTruckDelivery } from '@tabler/icons-react'
import { defineList } from '@/kit/list/define-list'
import { OnStopBadge } from '@/shared/ui/parts/on-stop-badge'
import { type LocationLine, locationsKey, readLocations } from './api/locations.query'
import classes from './components/locations.module.css'
import { locationFilters } from './locations-search'

/** Sites of clients, by client and name. */
export const locationList = defineList({
  name: 'locations',
  one: 'location',
  many: 'locations',
  key: locationsKey,
  filters: locationFilters,
  columns: [
    { name: 'label', label: 'Location', sort: 'label', text: ({ label }: LocationLine) => label },
    {
      name: 'client',
      label: 'Client',
      sort: 'client',
      cell: ({ business_name, business_on_stop }) => (
        <>
          {business_name}
          {business_on_stop ? <OnStopBadge size="xs" ml="xs" /> : null}
        </>
      ),
      csv: (row) => row.business_name,
    },
    { name: 'city', label: 'Town', sort: 'city', text: ({ city }) => city },
    { name: 'address', label: 'Street', from: 'xl', text: ({ address }) => address },
    {
      name: 'open',
      label: 'Open',
      card: 'end',
      cell: (row) => (
        <span className={classes.counts}>
          <Count icon={IconChecklist} count={row.open_tasks} one="open task" many="open tasks" />
          <Count icon={IconTruckDelivery} count={row.open_deliveries} one="open delivery" many="open deliveries" />
          {row.lat === null ? (
            <span className={classes.count} title="Not on the map yet">
              <IconMapPinOff size={16} stroke={1.5} role="img" aria-label="Not on the map yet" />
            </span>
          ) : null}
        </span>
      ),
    },
    {
      name: 'coordinates',
      label: 'Coordinates',
      isExtra: true,
      card: 'none',
      text: ({ lat, lng }) => (lat === null ? null : `${lat}, ${lng}`),
    },
  ],
  sort: { by: 'client', down: false },
  read: readLocations,
})

type CountProps = { icon: typeof IconChecklist; count: number; one: string; many: string }

const Count = ({ icon: Icon, count, one, many }: CountProps) =>
  count === 0 ? null : (
    <span className={classes.count} title={`${count} ${count === 1 ? one : many}`}>
      <Text span inherit className={classes.tabular}>
        {count}
      </Text>
      <Icon size={16} stroke={1.5} role="img" aria-label={count === 1 ? one : many} />
    </span>
  )
