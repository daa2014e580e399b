import { NavLink } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useRights } from '@/shared/hooks/current-user'
import type { MenuAction, MenuItem } from '../../areas/area'
import { holdsHighlight, isHighlighted, visibleItems } from './menu-rules'
import { prefetch } from './prefetch'
import classes from './quick-access.module.css'

type ItemProps = {
  item: MenuItem
  path: string
  badge?: ReactNode
  nested?: boolean
  onAction: (action: MenuAction['action']) => void
}

export function QuickAccessItem({ item, path, badge, nested = false, onAction }: ItemProps) {
  const rights = useRights()
  const Icon = item.icon
  const look = {
    label: item.label,
    className: classes.item ?? '',
    leftSection: nested && item.kind === 'link' ? null : <Icon size={20} stroke={1.5} />,
  }

  switch (item.kind) {
    case 'action':
      return <NavLink component="button" {...look} rightSection={badge} onClick={() => onAction(item.action)} />
    case 'link': {
      const shines = isHighlighted(item, path)
      return (
        <NavLink
          component={Link}
          to={item.to}
          // The menu has its own history entry. Replacing it lets Back lead to the page where it was opened.
          replace
          {...look}
          {...(item.newTab ? { target: '_blank', rel: 'noopener' } : {})}
          rightSection={item.newTab ? <IconExternalLink size={16} stroke={1.5} aria-hidden /> : null}
          active={shines}
          aria-current={shines ? 'page' : undefined}
          onPointerEnter={() => prefetch(item.to)}
        />
      )
    }
    case 'group':
      return (
        <NavLink component="button" {...look} defaultOpened={holdsHighlight(item, path)} childrenOffset={30}>
          {visibleItems(item.items, rights).map((inner) => (
            <QuickAccessItem key={inner.label} item={inner} path={path} nested onAction={onAction} />
          ))}
        </NavLink>
      )
  }
}
