import { Button, Menu, SegmentedControl } from '@mantine/core'
import { IconCurrentLocation, IconList, IconMap, IconMapPin, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { readFilters } from '@/kit/list/filter'
import { RecordList } from '@/kit/list/record-list'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { SiteMap } from '@/shared/ui/map/site-map'
import { locationPinsQuery } from '../api/locations.query'
import { locationFilters, type Panel, readPanel, withPanel } from '../locations-search'
import { locationList } from '../location-list'
import { useLiveLocations } from '../use-live-locations'
import { AddLocation, addressOf } from './add-location'
import { EditLocation } from './edit-location'
import { LocationCardPanel } from './location-card'
import { LocationLayout } from './location-layout'
import classes from './locations.module.css'
import { linkTo } from '@/shared/lib/address'

/** /locations: clients' sites on a list and a map; a location or its form replaces the list. */
export function LocationsScreen() {
  const rights = useRights()
  const [search, setSearch] = useSearchParams()
  const panel = readPanel(search)
  const filter = readFilters(locationFilters, search)
  const pins = useQuery({ ...locationPinsQuery(filter), placeholderData: (previous) => previous })
  useLiveLocations()

  const view = search.get('view') === 'map' ? 'map' : 'list'
  const go = (next: Panel) => setSearch((current) => withPanel(current, next))
  const adding = withPanel(search, { kind: 'add', client: filter.client, at: null, label: '' })
  const others = pins.data ?? []

  return (
    <PageFrame
      title="Locations"
      width="full"
      actions={
        <>
          <Button
            component={Link}
            to={linkTo('/google-location')}
            variant="default"
            className={classes.finder}
            leftSection={<IconCurrentLocation size={18} aria-hidden />}
          >
            Address finder
          </Button>
          {panel.kind === 'list' ? (
            <Button
              variant="default"
              className={classes.turn}
              aria-label={view === 'map' ? 'Show the list' : 'Show the map'}
              onClick={() =>
                setSearch((current) => withView(current, view === 'map' ? 'list' : 'map'), { replace: true })
              }
            >
              {view === 'map' ? <IconList size={18} aria-hidden /> : <IconMap size={18} aria-hidden />}
            </Button>
          ) : null}
          {can(rights, 'locations', 'create') ? (
            <Button
              component={Link}
              to={{ search: adding.toString() }}
              aria-label="Add location"
              leftSection={<IconPlus size={18} aria-hidden />}
            >
              Add<span className={classes.more}>&nbsp;location</span>
            </Button>
          ) : null}
        </>
      }
    >
      {panel.kind === 'list' ? (
        <SegmentedControl
          aria-label="View"
          className={classes.switch}
          mb="md"
          value={view}
          onChange={(value) => setSearch((current) => withView(current, value), { replace: true })}
          data={[
            { value: 'list', label: 'List' },
            { value: 'map', label: 'Map' },
          ]}
        />
      ) : null}
      {panel.kind === 'add' ? (
        <AddLocation key={addressOf(panel)} panel={panel} others={others} go={go} search={search} />
      ) : null}
      {panel.kind === 'edit' ? (
        <EditLocation key={panel.id} id={panel.id} others={others} go={go} search={search} />
      ) : null}
      {panel.kind === 'list' || panel.kind === 'card' ? (
        <LocationLayout
          kind={panel.kind}
          view={view}
          panel={
            panel.kind === 'card' ? (
              <LocationCardPanel key={panel.id} id={panel.id} go={go} />
            ) : (
              <RecordList
                list={locationList}
                href={({ id }) => `?${withPanel(search, { kind: 'card', id })}`}
                menu={
                  <Menu.Item
                    component={Link}
                    to={linkTo('/google-location')}
                    leftSection={<IconCurrentLocation size={16} aria-hidden />}
                  >
                    Address finder
                  </Menu.Item>
                }
                empty={{
                  icon: <IconMapPin stroke={1.5} />,
                  title: 'No locations yet',
                  children: 'Add the first site of a client with Add location.',
                }}
              />
            )
          }
          map={
            <SiteMap
              label="Map of locations"
              className={classes.map}
              pins={others}
              chosen={panel.kind === 'card' ? panel.id : null}
              onChoose={(id) => go({ kind: 'card', id })}
            />
          }
        />
      ) : null}
    </PageFrame>
  )
}

function withView(search: URLSearchParams, view: string): URLSearchParams {
  const next = new URLSearchParams(search)
  if (view === 'map') next.set('view', 'map')
  else next.delete('view')
  return next
}
