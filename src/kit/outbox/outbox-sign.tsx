import { Text } from '@mantine/core'
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { afterFirstScreen } from '@/shared/lib/first-screen'
import type { OutboxList } from './outbox-list'
import { useOutboxEntries } from './outbox-provider'

type List = typeof OutboxList

/** The sign in the top bar while entries are not confirmed: their number, and a list of them. */
export function OutboxSign() {
  const entries = useOutboxEntries().filter(({ state, isTried }) => state !== 'sending' || isTried)
  const [list, setList] = useState<{ List: List } | null>(null)
  // Loads the code before the network may go. Without it only the words are shown.
  useEffect(
    () =>
      afterFirstScreen(
        () =>
          void import('./outbox-list').then(
            ({ OutboxList }) => setList({ List: OutboxList }),
            () => {},
          ),
      ),
    [],
  )
  if (entries.length === 0) return null
  const refused = entries.filter(({ state }) => state === 'refused').length
  const [count, word] = refused > 0 ? [refused, 'not sent'] : [entries.length, 'waiting']
  const words = `${count} ${word}`
  // On the narrowest phones the sign is its number alone, which leaves room for the buttons of the bar.
  const shown = (
    <span>
      {count} <span data-word>{word}</span>
    </span>
  )
  const icon = refused > 0 ? <IconAlertTriangle size={16} aria-hidden /> : <IconClockPause size={16} aria-hidden />
  return list ? (
    <list.List entries={entries} words={words} shown={shown} isRefused={refused > 0} icon={icon} />
  ) : (
    <Text size="sm" role="status" data-outbox>
      {shown}
    </Text>
  )
}
