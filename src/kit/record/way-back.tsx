import { Anchor } from '@mantine/core'
import { IconChevronLeft } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import page from '@/shared/ui/page/record-page.module.css'

/** The list that a record belongs to, over its title. */
export const WayBack = ({ label, href }: { label: string; href: string }) => (
  <Anchor component={Link} to={href} size="sm" className={page.wayBack ?? ''}>
    <IconChevronLeft size={16} aria-hidden />
    {label}
  </Anchor>
)
