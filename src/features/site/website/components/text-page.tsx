import { Text, Title, Typography } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './text-page.module.css'

type TextPageProps = { title: string; updated: string; children: ReactNode }

/** A page of running text: one column, as wide as is good to read. */
export const TextPage = ({ title, updated, children }: TextPageProps) => (
  <article className={classes.page}>
    <header className={classes.header}>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" size="sm">
        Last changed on {updated}
      </Text>
    </header>
    <Typography>{children}</Typography>
  </article>
)
