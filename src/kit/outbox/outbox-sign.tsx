import { Button, Popover, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useOutboxEntries } from './outbox-provider'
import { WaitingNote } from './waiting-note'

/** In the top bar, while the server does not have everything yet: how much, and what it is. */
export function OutboxSign() {
  const entries = useOutboxEntries().filter(({ state, isTried }) => state !== 'sending' || isTried)
  const [isOpen, setOpen] = useState(false)
  if (entries.length === 0) return null
  const refused = entries.filter(({ state }) => state === 'refused').length
  const words = refused > 0 ? `${refused} not sent` : `${entries.length} waiting`

  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          {...(refused > 0 ? { c: 'var(--mantine-color-error)' } : {})}
          leftSection={
            refused > 0 ? <IconAlertTriangle size={16} aria-hidden /> : <IconClockPause size={16} aria-hidden />
          }
          aria-label={`${words}. Show what the server does not have yet`}
          onClick={() => setOpen((before) => !before)}
        >
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="What the server does not have yet">
        <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none', maxHeight: '60vh', overflowY: 'auto' }}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {entry.label}
              </Text>
              <WaitingNote entry={entry} />
            </li>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
