import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty-screen.module.css'

type EmptyScreenProps = {
  icon: ReactNode
  title: string
  children?: ReactNode
  actions?: ReactNode
  /** A whole page has its own heading of the first order; inside a page it is of the second. */
  whole?: boolean
}

/** An empty state: the reason, and the next action. */
export function EmptyScreen({ icon, title, children, actions, whole = false }: EmptyScreenProps) {
  return (
    <section className={classes.screen} data-whole={whole || undefined}>
      <div className={classes.mark} aria-hidden="true">
        {icon}
      </div>
      <Title order={whole ? 1 : 2}>{title}</Title>
      {typeof children === 'string' ? <Text className={classes.text}>{children}</Text> : children}
      {actions ? (
        <Group justify="center" gap="sm" mt="sm">
          {actions}
        </Group>
      ) : null}
    </section>
  )
}
