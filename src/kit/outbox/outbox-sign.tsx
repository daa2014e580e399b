import { Text } from '@mantine/core'
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { afterFirstScreen } from '@/shared/lib/first-screen'
import type { OutboxList } from './outbox-list'
import { useOutboxEntries } from './outbox-provider'

type List = typeof OutboxList

/** In the top bar, while the server does not have everything yet: how much, and what it is. */
export function OutboxSign() {
  const entries = useOutboxEntries().filter(({ state, isTried }) => state !== 'sending' || isTried)
  const [list, setList] = useState<{ List: List } | null>(null)
  // Its code is here before the network goes. Without it the words stand alone.
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
  const words = refused > 0 ? `${refused} not sent` : `${entries.length} waiting`
  const icon = refused > 0 ? <IconAlertTriangle size={16} aria-hidden /> : <IconClockPause size={16} aria-hidden />
  return list ? (
    <list.List entries={entries} words={words} isRefused={refused > 0} icon={icon} />
  ) : (
    <Text size="sm" role="status">
      {words}
    </Text>
  )
}
