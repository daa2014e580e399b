import { Anchor, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import page from '@/shared/ui/page/record-page.module.css'
import type { Waiting } from '../what-waits'

type OwnPaperProps = {
  number: string
  /** Its page; null when it has none any more. */
  href: string | null
  badge?: ReactNode
  amount?: string
  title?: string | null
  facts: (string | null)[]
  children?: ReactNode
  waiting?: Waiting | null
}

/** One document of a client: number, state, amount and facts, and the possible actions. */
export const OwnPaper = ({ number, href, badge, amount, title, facts, children, waiting }: OwnPaperProps) => (
  <article className={page.panel} aria-label={number}>
    <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
      {href ? (
        <Anchor href={href} fw={600} data-apart>
          {number}
        </Anchor>
      ) : (
        <Text fw={600}>{number}</Text>
      )}
      {badge}
    </Group>
    <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
      <Text>{title}</Text>
      {amount ? (
        <Text fw={600} style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {amount}
        </Text>
      ) : null}
    </Group>
    <Text size="sm" c="dimmed">
      {facts.filter(Boolean).join(' · ')}
    </Text>
    {children}
    {waiting ? (
      <Group justify="space-between" gap="xs" mt="xs">
        <Text size="sm">{waiting.words}</Text>
        {waiting.action ? (
          <Button component="a" href={waiting.action.href}>
            {waiting.action.label}
          </Button>
        ) : null}
      </Group>
    ) : null}
  </article>
)
