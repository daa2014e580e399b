import { Stack, Text } from '@mantine/core'
import { shortDecimalText } from '@/shared/domain/money/money'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { clockText, clockTextIn } from '@/shared/domain/text/formats'
import { handedWords, ticksOf, withUnit } from './ticks'
import { failKind, handOverKind } from '../outbox-kinds'
import { SignatureOf } from '../components/signature-of'
import classes from '../components/delivery.module.css'

type KeptAtDoorProps = { entry: OutboxEntry; items: Parameters<typeof ticksOf>[0]; zone: string | null }

/** What was entered at the door and is still on the phone: who, how much, when, the signature and the photos. */
export function KeptAtDoor({ entry, items, zone }: KeptAtDoorProps) {
  const clock = (at: string | null) => (at === null ? null : zone === null ? clockText(at) : clockTextIn(zone, at))
  const handed = handOverKind.schema.safeParse(entry.payload).data
  if (handed) {
    const asked = new Map(handed.items.map(({ delivery_item_id, qty }) => [delivery_item_id, qty]))
    const lines = ticksOf(items).flatMap(({ id, description, left, unit }) => {
      const qty = asked.get(id)
      return qty === undefined
        ? []
        : [{ id, description, words: `${shortDecimalText(qty)} of ${withUnit(left, unit)}` }]
    })
    const [only, ...others] = lines
    return (
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {handedWords(handed, only && others.length === 0 ? only.words : null, clock(handed.at))}
        </Text>
        {others.length > 0 ? (
          <ul className={classes.kept}>
            {lines.map(({ id, description, words }) => (
              <li key={id}>
                {description}: {words}
              </li>
            ))}
          </ul>
        ) : null}
        <SignatureOf name={handed.receivedBy} image={handed.signature} />
        <Photos count={handed.photos.length} />
      </Stack>
    )
  }
  const failed = failKind.schema.safeParse(entry.payload).data
  if (!failed) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {['Not delivered', failed.reason, clock(failed.at)].filter(Boolean).join(', ')}
      </Text>
      <Photos count={failed.photos.length} />
    </Stack>
  )
}

const Photos = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <Text size="xs" c="dimmed">
      {count === 1 ? '1 photo' : `${count} photos`}
    </Text>
  )
