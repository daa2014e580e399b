import { Anchor, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { isStaffRole } from '../domain/role'
import { isPreview, previewed } from '../domain/site-preview'
import { linkTo } from '../lib/address'
import { useCurrentUserOrNull } from './current-user'
import { EmptyScreen } from './empty-screen'
import classes from './own-papers.module.css'
import { PageFrame } from './page-frame'

const pages = [
  { to: linkTo('/quotations'), label: 'Quotations' },
  { to: linkTo('/orders'), label: 'Orders' },
  { to: linkTo('/delivery-notes'), label: 'Delivery notes' },
  { to: linkTo('/statements'), label: 'Statements' },
]

/** A list of a signed-in client's own papers, with the way to the others. Staff are told whose page it is. */
export function OwnPapers({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  const role = useCurrentUserOrNull()?.rights.role ?? null
  // On a host of the back office these addresses are the office's own lists: there the preview of the site goes on.
  const isOnSite = isPreview(useLocation().search)
  return (
    <PageFrame title={title} width="text">
      {role !== null && isStaffRole(role) ? (
        <EmptyScreen icon={icon} title="This page is for clients">
          The papers of all clients stand in the back office.
        </EmptyScreen>
      ) : (
        <>
          <Group component="nav" className={classes.pages ?? ''} mb="md" aria-label="Your papers">
            {pages.map(({ to, label }) => (
              <Anchor key={to} component={NavLink} to={isOnSite ? previewed(to) : to} className={classes.page ?? ''}>
                {label}
              </Anchor>
            ))}
          </Group>
          {children}
        </>
      )}
    </PageFrame>
  )
}
