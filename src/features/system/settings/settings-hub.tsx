import { Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { FilterField } from '@/shared/ui/parts/filter-field'
import { PageFrame } from '@/shared/ui/page/page-frame'
import classes from './settings-hub.module.css'

/** One setting of the hub: its address and purpose. */
export type SettingLink = { to: string; title: string; purpose: string; words?: string }
export type SettingGroup = { title: string; icon: ReactNode; links: readonly SettingLink[] }

/**
 * /settings: the way to every setting that this person may open, found by its words. `found` are groups that only a
 * search shows: settings that share a screen with others.
 */
export function SettingsHub({
  groups,
  found = [],
}: {
  groups: readonly SettingGroup[]
  found?: readonly SettingGroup[]
}) {
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase().split(/\s+/)
  const fits = ({ title, purpose, words: other = '' }: SettingLink) =>
    words.every((word) => `${title} ${purpose} ${other}`.toLowerCase().includes(word))
  const shown = [...(search.trim() === '' ? [] : found), ...groups]
    .map((group) => ({ ...group, links: group.links.filter(fits) }))
    .filter(({ links }) => links.length > 0)

  return (
    <PageFrame
      title="Settings"
      lead="Everything that you may set, in one place."
      actions={
        <FilterField
          className={classes.search}
          label="Find a setting"
          placeholder="Find a setting"
          text={search}
          onFilter={setSearch}
        />
      }
    >
      {shown.length === 0 ? <Text c="dimmed">No setting goes by these words.</Text> : null}
      {shown.map(({ title, icon, links }) => (
        <section key={title} className={classes.group} aria-label={title}>
          <Title order={2} className={classes.heading}>
            <span className={classes.icon} aria-hidden="true">
              {icon}
            </span>
            {title}
          </Title>
          <ul className={classes.links}>
            {links.map((link) => (
              <li key={link.to}>
                <Link className={classes.link} to={link.to}>
                  <span className={classes.name}>{link.title}</span>
                  <span className={classes.purpose}>{link.purpose}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </PageFrame>
  )
}
