import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page-frame.module.css'

type PageFrameProps = {
  title: string
  /** Over the heading: the way back to the list that a record belongs to. */
  above?: ReactNode
  /** One sentence under the heading. */
  lead?: ReactNode
  /** Keeps the lead on phones above a board or a list. */
  isLeadKept?: boolean
  /** Buttons beside the heading. */
  actions?: ReactNode
  /** `text` for reading, `page` for most screens, `full` for boards and calendars. */
  width?: 'text' | 'page' | 'full'
  children: ReactNode
}

/** One screen: its one heading, its actions, its content. */
export function PageFrame({
  title,
  above,
  lead,
  isLeadKept = false,
  actions,
  width = 'page',
  children,
}: PageFrameProps) {
  return (
    <div className={classes.frame} data-width={width}>
      {above}
      <header className={classes.header}>
        <div>
          <Title order={1} data-number={/^\S{1,18}$/.test(title) || undefined}>
            {title}
          </Title>
          {lead ? (
            <Text component="div" c="dimmed" className={classes.lead ?? ''} data-kept={isLeadKept || undefined}>
              {lead}
            </Text>
          ) : null}
        </div>
        {actions ? (
          <Group gap="xs" className={classes.actions ?? ''} data-page-actions>
            {actions}
          </Group>
        ) : null}
      </header>
      {children}
    </div>
  )
}
