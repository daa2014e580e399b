import { addressLinesOf } from '@/shared/domain/places/address-lines'
import { currentFormats } from '@/shared/domain/text/formats'
import { Anchor, Button, CopyButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconBrandWaze, IconCopy, IconMapPinOff, IconNavigation, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { isRelation, relations } from '@/shared/domain/people/contact'
import {
  type Coordinates,
  coordinatesOf,
  coordinatesText,
  mapLink,
  routeLink,
  wazeLink,
} from '@/shared/domain/places/coordinates'
import { can } from '@/shared/domain/people/permission'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { OnStopBadge } from '@/shared/ui/parts/on-stop-badge'
import { Problem } from '@/shared/ui/page/problem'
import list from '@/shared/ui/page/record-list.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import { type LocationCard, locationQuery, peopleQuery } from '../api/locations.query'
import type { Panel } from '../locations-search'
import { WorkAtLocation } from './work-at-location'
import classes from './locations.module.css'
import { RemoveLocation } from './remove-location'
import { linkTo } from '@/shared/lib/address'

type LocationCardPanelProps = { id: string; go: (panel: Panel) => void }

/** One location: the way and the access, the contacts, and the work there. */
export function LocationCardPanel({ id, go }: LocationCardPanelProps) {
  const rights = useRights()
  const location = useQuery(locationQuery(id))

  if (location.isPending) return <Skeleton height={320} aria-hidden />
  if (location.isError && !location.data) {
    return <Problem onRetry={() => void location.refetch()}>This location could not be read</Problem>
  }
  if (!location.data) return <NotThere onBack={() => go({ kind: 'list' })} />

  const card = location.data
  const at = coordinatesOf(card)
  return (
    <Stack gap="md">
      <Back onClick={() => go({ kind: 'list' })} />
      <section className={page.panel} aria-labelledby="location-heading">
        <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
          <div>
            <Title order={2} id="location-heading">
              {card.label}
            </Title>
            {card.business ? (
              <Group gap="xs">
                <ContactLink of={card.business} />
                {card.business.on_stop ? <OnStopBadge /> : null}
              </Group>
            ) : null}
          </div>
          {can(rights, 'locations', 'edit') ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => go({ kind: 'edit', id })}
            >
              Edit
            </Button>
          ) : null}
        </Group>
        <Facts card={card} at={at} />
        {at ? <Ways at={at} /> : null}
      </section>
      {card.business && can(rights, 'contacts', 'view') ? <People card={card} /> : null}
      <WorkAtLocation id={id} />
      <Group justify="space-between">
        {can(rights, 'locations', 'delete') ? (
          <RemoveLocation id={id} label={card.label} onRemoved={() => go({ kind: 'list' })} />
        ) : (
          <span />
        )}
        {rights.role === 'admin' ? (
          <Anchor component={Link} to={linkTo('/audit-logs/:id', { id })} size="sm">
            History
          </Anchor>
        ) : null}
      </Group>
    </Stack>
  )
}

const Back = ({ onClick, children = 'All locations' }: { onClick: () => void; children?: ReactNode }) => (
  <div>
    <Button size="compact-md" variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClick}>
      {children}
    </Button>
  </div>
)

function Facts({ card, at }: { card: LocationCard; at: Coordinates | null }) {
  const address = addressLinesOf(card, false, currentFormats().country)
  const facts: [string, ReactNode][] = [
    ['Address', address.length > 0 ? address.join('\n') : null],
    ['On site', onSite(card)],
    ['Access', card.access_notes],
    [
      'Coordinates',
      at ? (
        <Group gap={4} component="span">
          <Anchor href={mapLink(at)} target="_blank" rel="noreferrer" className={classes.tabular}>
            {coordinatesText(at)}
          </Anchor>
          <CopyButton value={coordinatesText(at)}>
            {({ copied, copy }) => (
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconCopy size={14} aria-hidden />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
      ) : (
        <Text span c="dimmed">
          Not on the map yet
        </Text>
      ),
    ],
  ]
  return (
    <dl className={page.facts}>
      {facts.map(([name, fact]) =>
        fact ? (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function onSite({ contact_on_site: name, phone_on_site: phone }: LocationCard): ReactNode {
  if (!name && !phone) return null
  return (
    <>
      {name}
      {name && phone ? ' · ' : null}
      {phone ? <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Anchor> : null}
    </>
  )
}

/** The way there, in the programs that drivers have. */
export const Ways = ({ at }: { at: Coordinates }) => (
  <Group gap="xs" mt="md">
    <Button
      component="a"
      href={routeLink(at)}
      target="_blank"
      rel="noreferrer"
      size="sm"
      leftSection={<IconNavigation size={18} aria-hidden />}
    >
      Take me there
    </Button>
    <Button
      component="a"
      href={wazeLink(at)}
      target="_blank"
      rel="noreferrer"
      size="sm"
      variant="default"
      leftSection={<IconBrandWaze size={18} aria-hidden />}
    >
      Waze
    </Button>
  </Group>
)

function People({ card }: { card: LocationCard }) {
  const people = useQuery(peopleQuery(card.business?.id ?? ''))
  const listed = (people.data ?? []).filter(({ person }) => person !== null)
  if (listed.length === 0) return null
  return (
    <section className={page.panel} aria-labelledby="people-heading">
      <Title order={3} id="people-heading" mb="xs">
        Contacts
      </Title>
      <ul className={list.plain}>
        {listed.map(({ id, relation, person }) => {
          const phone = person?.mobile ?? person?.phone
          return person ? (
            <li key={id} className={classes.hanging}>
              <ContactLink of={person} />
              <Text size="sm" c="dimmed">
                {phone ? (
                  <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</Anchor>
                ) : (
                  relationWords(relation)
                )}
              </Text>
            </li>
          ) : null
        })}
      </ul>
    </section>
  )
}

const relationWords = (relation: string): string =>
  isRelation(relation) ? `${relations[relation].forth} this client` : ''

const NotThere = ({ onBack }: { onBack: () => void }) => (
  <EmptyScreen
    icon={<IconMapPinOff stroke={1.5} />}
    title="This location is not here"
    actions={
      <Button variant="default" onClick={onBack}>
        All locations
      </Button>
    }
  >
    It may have been removed.
  </EmptyScreen>
)
