import { Anchor, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompanyMoment } from '@/shared/ui/parts/company-moment'
import page from '@/shared/ui/page/record-page.module.css'
import { type Delivery, photosQuery, type Signature, signaturesQuery } from '../api/delivery.query'
import { SignatureOf } from './signature-of'
import classes from './delivery.module.css'

/** The signatures and photos of each drop, or of the single hand-over. Empty before that. */
export function AtTheDoor({ row }: { row: Delivery }) {
  const drops = row.drops.filter(({ status }) => status === 'delivered')
  const paths = [...row.photo_paths, ...drops.flatMap(({ photo_paths }) => photo_paths)]
  const isHandedOver = row.status === 'delivered' || drops.length > 0
  const photos = useQuery(photosQuery(paths))
  const signatures = useQuery({
    ...signaturesQuery(
      row.id,
      drops.map(({ id }) => id),
    ),
    enabled: isHandedOver,
  })
  if (!isHandedOver && paths.length === 0) return null
  const signatureOf = (id: string) => signatures.data?.find(({ record_id }) => record_id === id) ?? null
  return (
    <section className={page.panel} aria-label="At the door">
      <Title order={2} size="h4" mb="xs">
        At the door
      </Title>
      <Stack gap="md">
        {drops.map((drop) => (
          <Visit
            key={drop.id}
            number={drop.partial_number}
            href={`/partial-delivery-note/${drop.id}`}
            at={drop.delivered_at}
            by={drop.received_by}
            photos={drop.photo_paths}
            urls={photos.data ?? {}}
            signature={signatureOf(drop.id)}
          />
        ))}
        {drops.length === 0 && row.status === 'delivered' ? (
          <Visit
            number={row.delivery_number}
            href={`/delivery-note/${row.public_uuid}`}
            at={row.delivered_at}
            by={row.received_by}
            photos={row.photo_paths}
            urls={photos.data ?? {}}
            signature={signatureOf(row.id)}
          />
        ) : row.photo_paths.length > 0 ? (
          <Visit
            number={row.failed_reason ? `Not delivered: ${row.failed_reason}` : 'Other photos'}
            href={null}
            at={row.failed_at}
            by={null}
            photos={row.photo_paths}
            urls={photos.data ?? {}}
            signature={null}
          />
        ) : null}
        {photos.isError ? (
          <Text size="sm" c="magenta" role="alert">
            The photos could not be read.{' '}
            <Anchor component="button" type="button" size="sm" onClick={() => void photos.refetch()}>
              Try again
            </Anchor>
          </Text>
        ) : null}
      </Stack>
    </section>
  )
}

type VisitProps = {
  number: string
  href: string | null
  at: string | null
  by: string | null
  photos: readonly string[]
  urls: Readonly<Record<string, string>>
  signature: Signature | null
}

function Visit({ number, href, at, by, photos, urls, signature }: VisitProps) {
  const moment = useCompanyMoment()
  const [shown, setShown] = useState<string | null>(null)
  return (
    <div>
      {href ? <Anchor href={href}>{number}</Anchor> : <Text fw={500}>{number}</Text>}
      <Text size="sm" c="dimmed">
        {[at ? moment(at) : null, by ? `received by ${by}` : null].filter(Boolean).join(' · ')}
      </Text>
      <Group gap="sm" mt={photos.length > 0 || signature ? 'xs' : 0}>
        {signature ? <SignatureOf name={signature.signed_name} image={signature.image} /> : null}
        {photos.map((path, index) =>
          urls[path] ? (
            <button
              key={path}
              type="button"
              className={classes.taken}
              aria-label={`Photo ${index + 1} of ${number}`}
              onClick={() => setShown(path)}
            >
              <img src={urls[path]} alt="" loading="lazy" />
            </button>
          ) : (
            <span key={path} className={classes.taken} />
          ),
        )}
      </Group>
      <Modal opened={shown !== null} onClose={() => setShown(null)} title={`Photo of ${number}`} size="auto">
        {shown && urls[shown] ? <img className={classes.large} src={urls[shown]} alt={`Photo of ${number}`} /> : null}
      </Modal>
    </div>
  )
}
