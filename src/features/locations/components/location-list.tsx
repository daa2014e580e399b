import { Anchor, Badge, Button, Center, CloseButton, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { SegmentedControl } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconChecklist, IconMapPin, IconMapPinOff, IconSearch, IconTruckDelivery } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type SetURLSearchParams } from 'react-router-dom'
import { ClientPicker } from '@/shared/ui/client-picker'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { Problem } from '@/shared/ui/problem'
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
  const [text, setText] = useState(filter.text)
  const locations = useInfiniteQuery({ ...locationListQuery(filter), placeholderData: (previous) => previous })
  const change = (next: Partial<LocationFilter>) => setSearch((current) => withFilter(current, next), { replace: true })
  const changeSoon = useDebouncedCallback((typed: string) => change({ text: typed }), 200)
  const type = (typed: string) => {
    setText(typed)
    changeSoon(typed)
  }
  const rows = locations.data?.pages.flat() ?? []
  const isFiltered = filter.text !== '' || filter.client !== null || filter.onMap !== null

  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        aria-label="Search locations"
        placeholder="Name, street, town, client"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        leftSection={<IconSearch size={18} aria-hidden />}
        rightSection={text ? <CloseButton aria-label="Clear the search" size="sm" onClick={() => type('')} /> : null}
      />
      <ClientPicker
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
      {locations.isPending ? <ListSkeleton /> : null}
      {locations.isError && rows.length === 0 ? (
        <Problem onRetry={() => void locations.refetch()}>The locations could not be read</Problem>
      ) : null}
      {locations.isSuccess && rows.length === 0 ? (
        <EmptyScreen
          icon={<IconMapPin stroke={1.5} />}
          title={isFiltered ? 'No location fits' : 'No locations yet'}
          actions={
            isFiltered ? (
              <Button
                variant="default"
                onClick={() => {
                  setText('')
                  change({ text: '', client: null, onMap: null })
                }}
              >
                Show all locations
              </Button>
            ) : null
          }
        >
          {isFiltered ? 'Try fewer words, or another filter.' : 'Add the first site of a client with Add location.'}
        </EmptyScreen>
      ) : null}
      {rows.length > 0 ? (
        <ul className={classes.list} aria-label="Locations" aria-busy={locations.isPlaceholderData}>
          {rows.map((line) => (
            <Line key={line.id} line={line} search={withPanel(search, { kind: 'card', id: line.id }).toString()} />
          ))}
        </ul>
      ) : null}
      {locations.hasNextPage ? (
        <Center>
          <Button
            variant="default"
            loading={locations.isFetchingNextPage}
            onClick={() => void locations.fetchNextPage()}
          >
            Show more
          </Button>
        </Center>
      ) : null}
    </Stack>
  )
}

function Line({ line, search }: { line: LocationLine; search: string }) {
  const address = [line.address, line.city].filter(Boolean).join(', ')
  return (
    <li className={classes.line}>
      <div>
        <Anchor component={Link} to={{ search }} className={classes.label}>
          {line.label}
        </Anchor>
        <div className={classes.below}>
          {line.business_name}
          {line.business_on_stop ? (
            <Badge ml="xs" size="xs" color="magenta" variant="filled">
              On stop
            </Badge>
          ) : null}
        </div>
        {address ? <div className={classes.below}>{address}</div> : null}
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

const ListSkeleton = () => (
  <Stack gap="xs" aria-hidden>
    {[1, 2, 3, 4, 5, 6].map((line) => (
      <Skeleton key={line} height={62} />
    ))}
  </Stack>
)
