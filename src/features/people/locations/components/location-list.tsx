import { Anchor, Button, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconChecklist, IconMapPin, IconMapPinOff, IconTruckDelivery } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, type SetURLSearchParams } from 'react-router-dom'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { OnStopBadge } from '@/shared/ui/on-stop-badge'
import { Problem } from '@/shared/ui/problem'
import list from '@/shared/ui/record-list.module.css'
import { SearchField } from '@/shared/ui/search-field'
import { ShowMore } from '@/shared/ui/show-more'
import { locationListQuery, type LocationLine } from '../api/locations.query'
import { type LocationFilter, withFilter, withPanel } from '../locations-search'
import classes from './locations.module.css'

type LocationListProps = { filter: LocationFilter; search: URLSearchParams; setSearch: SetURLSearchParams }

const onMap = [
  { value: 'all', label: 'All' },
  { value: 'yes', label: 'On the map' },
  { value: 'no', label: 'Not yet' },
]

/** Locations of one filter, by client and name, a page at a time. */
export function LocationList({ filter, search, setSearch }: LocationListProps) {
  const locations = useInfiniteQuery({ ...locationListQuery(filter), placeholderData: (previous) => previous })
  const change = (next: Partial<LocationFilter>) => setSearch((current) => withFilter(current, next), { replace: true })
  const rows = locations.data?.pages.flat() ?? []
  const isFiltered = filter.text !== '' || filter.client !== null || filter.onMap !== null

  return (
    <Stack gap="sm">
      <SearchField
        label="Search locations"
        placeholder="Name, street, town, client"
        text={filter.text}
        onSearch={(text) => change({ text })}
      />
      <ContactPicker
        aria-label="Client"
        placeholder="Every client"
        value={filter.client}
        onChange={(client) => change({ client })}
      />
      <SegmentedControl
        aria-label="Coordinates"
        data={onMap}
        value={filter.onMap === null ? 'all' : filter.onMap ? 'yes' : 'no'}
        onChange={(value) => change({ onMap: value === 'all' ? null : value === 'yes' })}
      />
      {locations.isPending ? <LineSkeletons count={6} height={62} /> : null}
      {locations.isError && rows.length === 0 ? (
        <Problem onRetry={() => void locations.refetch()}>The locations could not be read</Problem>
      ) : null}
      {locations.isSuccess && rows.length === 0 ? (
        <EmptyScreen
          icon={<IconMapPin stroke={1.5} />}
          title={isFiltered ? 'No location fits' : 'No locations yet'}
          actions={
            isFiltered ? (
              <Button variant="default" onClick={() => change({ text: '', client: null, onMap: null })}>
                Show all locations
              </Button>
            ) : null
          }
        >
          {isFiltered ? 'Try fewer words, or another filter.' : 'Add the first site of a client with Add location.'}
        </EmptyScreen>
      ) : null}
      {rows.length > 0 ? (
        <ul className={list.lines} aria-label="Locations" aria-busy={locations.isPlaceholderData}>
          {rows.map((line) => (
            <Line key={line.id} line={line} search={withPanel(search, { kind: 'card', id: line.id }).toString()} />
          ))}
        </ul>
      ) : null}
      <ShowMore of={locations} />
    </Stack>
  )
}

function Line({ line, search }: { line: LocationLine; search: string }) {
  const address = [line.address, line.city].filter(Boolean).join(', ')
  return (
    <li className={`${list.line} ${classes.line}`}>
      <div>
        <Anchor component={Link} to={{ search }} className={list.name}>
          {line.label}
        </Anchor>
        <div className={list.below}>
          {line.business_name}
          {line.business_on_stop ? <OnStopBadge size="xs" ml="xs" /> : null}
        </div>
        {address ? <div className={list.below}>{address}</div> : null}
      </div>
      <div className={classes.counts}>
        <Count icon={IconChecklist} count={line.open_tasks} one="open task" many="open tasks" />
        <Count icon={IconTruckDelivery} count={line.open_deliveries} one="open delivery" many="open deliveries" />
        {line.lat === null ? (
          <span className={classes.count} title="Not on the map yet">
            <IconMapPinOff size={16} stroke={1.5} role="img" aria-label="Not on the map yet" />
          </span>
        ) : null}
      </div>
    </li>
  )
}

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
