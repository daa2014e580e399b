import { Alert, Anchor, Button, Group, Select, Stack, Text, Textarea, Title } from '@mantine/core'
import { IconInfoCircle, IconMapPinPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { type Coordinates, coordinatesText, distanceText, mapLink } from '@/shared/domain/places/coordinates'
import { localityNear } from '@/shared/domain/places/malta'
import { readPlace } from '@/shared/domain/places/map-link'
import { can } from '@/shared/domain/people/permission'
import { ContactPicker } from '@/kit/pickers/contact-picker'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { saveProblem } from '@/shared/hooks/save-problem'
import { SiteMap } from '@/shared/ui/map/site-map'
import { Problem } from '@/shared/ui/page/problem'
import list from '@/shared/ui/page/record-list.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import { setLocationPoint } from '../api/location.mutation'
import { locationsOfClientQuery, locationPinsQuery, locationsKey, nearLocationsQuery } from '../api/locations.query'
import { withPanel } from '../locations-search'
import { useLiveLocations } from '../use-live-locations'
import { Ways } from './location-card'
import { LocationLayout } from './location-layout'
import classes from './locations.module.css'
import { linkTo } from '@/shared/lib/address'

const everything = { q: '', client: null, map: 'all' } as const

/** /google-location: a pasted map link becomes a point on the map, and a location of a client. */
export function GoogleLocationScreen() {
  const rights = useRights()
  const [search, setSearch] = useSearchParams()
  const pasted = search.get('place') ?? ''
  const read = pasted.trim() === '' ? null : readPlace(pasted)
  const at = read?.kind === 'point' ? read.at : null
  const name = read?.kind === 'point' ? read.name : null
  const pins = useQuery(locationPinsQuery(everything))
  useLiveLocations()

  const paste = (text: string) => setSearch(text === '' ? {} : { place: text }, { replace: true })
  const pick = (point: Coordinates) => paste(`${point.lat}, ${point.lng}`)

  return (
    <PageFrame
      title="Address Finder"
      lead="Paste what a client sent: a Google Maps link, or coordinates in any writing."
      width="full"
      actions={
        <Button component={Link} to={linkTo('/locations')} variant="default">
          All locations
        </Button>
      }
    >
      <LocationLayout
        kind="add"
        panel={
          <Stack>
            <Textarea
              label="Map link or coordinates"
              placeholder="https://www.google.com/maps/place/…"
              autosize
              minRows={2}
              maxRows={6}
              data-autofocus
              spellCheck={false}
              value={pasted}
              error={read?.kind === 'problem' ? read.words : null}
              onChange={(event) => paste(event.currentTarget.value)}
            />
            {at ? <Found at={at} name={name} /> : null}
            {at && can(rights, 'locations', 'create') ? (
              <Button
                component={Link}
                to={{
                  pathname: linkTo('/locations'),
                  search: withPanel(new URLSearchParams(), {
                    kind: 'add',
                    client: null,
                    at,
                    label: name ?? '',
                  }).toString(),
                }}
                leftSection={<IconMapPinPlus size={18} aria-hidden />}
              >
                Save as a new location
              </Button>
            ) : null}
            {at && can(rights, 'locations', 'edit') ? <GiveToLocation key={coordinatesText(at)} at={at} /> : null}
            {read === null ? <HowTo /> : null}
          </Stack>
        }
        map={
          <SiteMap
            label="Map of the point and of locations"
            className={classes.map}
            pins={pins.data ?? []}
            picked={at}
            onPick={pick}
          />
        }
      />
    </PageFrame>
  )
}

/** The point as words: its place, the way to it, and our locations near it. */
function Found({ at, name }: { at: Coordinates; name: string | null }) {
  const town = localityNear(at)
  const near = useQuery({
    ...nearLocationsQuery({ at, address: '', city: '', except: null, within: 500 }),
    placeholderData: (previous) => previous,
  })
  return (
    <section className={page.panel} aria-label="The point">
      <Title order={2}>{name ?? (town ? `A point in ${town.name}` : 'A point on the map')}</Title>
      <Text className={classes.tabular}>
        <Anchor href={mapLink(at)} target="_blank" rel="noreferrer">
          {coordinatesText(at)}
        </Anchor>
        {name && town ? ` · ${town.name}` : null}
      </Text>
      {town === null ? (
        <Text size="sm" c="dimmed">
          If it should be elsewhere, latitude and longitude may be the wrong way round.
        </Text>
      ) : null}
      <Ways at={at} />
      {near.data && near.data.length > 0 ? (
        <>
          <Title order={3} mt="md">
            Locations nearby
          </Title>
          <ul className={list.plain}>
            {near.data.map((location) => (
              <li key={location.id} className={classes.hanging}>
                <Anchor component={Link} to={`${linkTo('/locations')}?location=${location.id}`}>
                  {[location.label, location.business_name].filter(Boolean).join(' · ')}
                </Anchor>
                <Text size="sm" c="dimmed">
                  {distanceText(location.metres ?? 0)}
                </Text>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </section>
  )
}

/** Sets the point of an existing location. */
function GiveToLocation({ at }: { at: Coordinates }) {
  const queryClient = useQueryClient()
  const [client, setClient] = useState<string | null>(null)
  const [location, setLocation] = useState<string | null>(null)
  const sites = useQuery(locationsOfClientQuery(client))
  const rows = sites.data ?? []
  const giving = useActMutation({
    mutationFn: (id: string) => setLocationPoint(id, at),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: locationsKey }),
  })
  const chosen = rows.find(({ id }) => id === location)
  return (
    <section className={page.panel} aria-labelledby="give-heading">
      <Title order={3} id="give-heading" mb="xs">
        Give it to a location we know
      </Title>
      <Stack gap="sm">
        <ContactPicker
          label="Client"
          value={client}
          onChange={(id) => {
            setClient(id)
            setLocation(null)
            giving.reset()
          }}
        />
        <Select
          label="Location"
          placeholder={client === null ? 'Choose the client first' : 'Choose one'}
          disabled={client === null}
          nothingFoundMessage="This client has no locations yet"
          value={location}
          onChange={(id) => {
            setLocation(id)
            giving.reset()
          }}
          data={rows.map(({ id, label, city, lat }) => ({
            value: id,
            label: [label, city, lat === null ? 'no point yet' : null].filter(Boolean).join(' · '),
          }))}
        />
        {giving.isError ? <Problem>{saveProblem(giving.error)}</Problem> : null}
        {giving.isSuccess && location ? (
          <Alert color="green" role="status" title="The location has this point now">
            <Anchor component={Link} to={`${linkTo('/locations')}?location=${location}`}>
              Open {chosen?.label ?? 'it'}
            </Anchor>
          </Alert>
        ) : (
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={location === null}
              loading={giving.isPending}
              onClick={() => location && giving.mutate(location)}
            >
              {chosen && chosen.lat !== null ? 'Move the location here' : 'Put the location here'}
            </Button>
          </Group>
        )}
      </Stack>
    </section>
  )
}

const HowTo = () => (
  <Alert variant="default" icon={<IconInfoCircle aria-hidden />} title="Accepted texts">
    <ul style={{ margin: 0, paddingInlineStart: '1.1rem' }}>
      <li>Links from the address bar of Google Maps, OpenStreetMap, Apple Maps and Waze</li>
      <li>51.4779, -0.0015</li>
      <li>51°28'40.4"N 0°00'05.4"W</li>
    </ul>
    <Text size="sm" mt="xs" c="dimmed">
      Or click the map. Nothing is sent anywhere: links are read here, and the map is our own.
    </Text>
  </Alert>
)
