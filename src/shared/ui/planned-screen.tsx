import { Badge, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './planned-screen.module.css'

type PlannedScreenProps = {
  icon: ReactNode
  title: string
  /** What the screen will be for. */
  purpose: string
  /** What is possible until then. */
  meanwhile: string
  /** Links to where that is possible. */
  actions?: ReactNode
}

/** A screen that is not built yet says so, and what it will be for. It shows no made-up content. */
export function PlannedScreen({ icon, title, purpose, meanwhile, actions }: PlannedScreenProps) {
  return (
    <section className={classes.screen}>
      <div className={classes.sheet}>
        <Crops />
        <div className={classes.heading}>
          <span className={classes.icon} aria-hidden="true">
            {icon}
          </span>
          <Title order={1}>{title}</Title>
          <Badge color="yellow.4" radius="sm" className={classes.badge}>
            Planned
          </Badge>
        </div>
        <Text className={classes.purpose}>{purpose}</Text>
        <div className={classes.meanwhile}>
          <Text size="sm" c="dimmed">
            This screen is not built yet. {meanwhile}
          </Text>
          {actions ? <div className={classes.actions}>{actions}</div> : null}
        </div>
      </div>
    </section>
  )
}

/** Crop marks: the sheet is trimmed here once it is printed. */
const Crops = () => (
  <>
    {(['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const).map((corner) => (
      <span key={corner} className={classes.crop} data-corner={corner} aria-hidden="true" />
    ))}
  </>
)
