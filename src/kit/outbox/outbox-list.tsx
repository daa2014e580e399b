import { Button, Popover, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { WaitingNote } from './waiting-note'

type OutboxListProps = {
  entries: readonly OutboxEntry[]
  words: string
  shown: ReactNode
  isRefused: boolean
  icon: ReactNode
}

/** The button of the top bar with the number of waiting entries, and the list that it opens. */
export function OutboxList({ entries, words, shown, isRefused, icon }: OutboxListProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={340} withArrow trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="default"
          {...(isRefused ? { c: 'var(--mantine-color-error)' } : {})}
          leftSection={icon}
          data-outbox
          aria-label={`${words}. Show what the server does not have yet`}
          onClick={() => setOpen((before) => !before)}
        >
          {shown}
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
