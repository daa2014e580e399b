import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { todayOf } from '@/shared/domain/time/today'
import { linkTo } from '@/shared/lib/address'
import { useCompanySign } from '@/shared/hooks/company-sign'
import classes from './footer.module.css'

/** Copyright, a note beside it, and the legal pages, which open beside the work. */
export function Footer({ note }: { note?: ReactNode }) {
  const company = useCompanySign()
  const [today] = useState(() => todayOf(Date.now()))
  return (
    <footer className={classes.footer}>
      <span>
        © {today.slice(0, 4)} {company.name}
      </span>
      {note}
      <nav className={classes.links} aria-label="Legal">
        <Anchor href={linkTo('/privacy-policy')} target="_blank" rel="noopener">
          Privacy Policy
        </Anchor>
        <Anchor href={linkTo('/terms')} target="_blank" rel="noopener">
          Terms and Conditions
        </Anchor>
      </nav>
    </footer>
  )
}
