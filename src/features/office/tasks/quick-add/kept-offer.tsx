import { Button, Group, Text } from '@mantine/core'
import type { KeptWork } from '@/machines/quick-add/draft-content'

type KeptOfferProps = { kept: KeptWork; onRestore: () => void; onDiscard: () => void }

/** Offers the unsaved drafts of an earlier visit. A new task can be written without answering. */
export function KeptOffer({ kept: { drafts }, onRestore, onDiscard }: KeptOfferProps) {
  const title = drafts.find((draft) => draft.title.trim() !== '')?.title.trim()
  const more = drafts.length - 1
  return (
    <Group role="status" gap="xs" justify="space-between" wrap="wrap">
      <Text size="sm" c="dimmed" lineClamp={2} style={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
        Not created yet: {title ? `“${title}”` : 'a task without a title'}
        {more > 0 ? ` and ${more} more` : ''}
      </Text>
      <Group gap="xs">
        <Button variant="light" size="compact-sm" onClick={onRestore}>
          Restore what you typed
        </Button>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Group>
  )
}
