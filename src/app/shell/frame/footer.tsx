import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { todayOf } from '@/shared/domain/time/today'
import { linkTo } from '@/shared/lib/address'
import { useCompanySign } from '@/shared/hooks/company-sign'
import classes from './footer.module.css'
import { useFrameWords } from './words/frame-words'

/** Copyright, a note beside it, and the legal pages, which open beside the work. */
export function Footer({ note }: { note?: ReactNode }) {
  const company = useCompanySign()
  const say = useFrameWords()
  const [today] = useState(() => todayOf(Date.now()))
  return (
    <footer className={classes.footer}>
      <span>
        © {today.slice(0, 4)} {company.name}
      </span>
      {note}
      <nav className={classes.links} aria-label={say('legal')}>
        <Anchor href={linkTo('/privacy-policy')} target="_blank" rel="noopener">
          {say('privacy')}
        </Anchor>
        <Anchor href={linkTo('/terms')} target="_blank" rel="noopener">
          {say('terms')}
        </Anchor>
      </nav>
    </footer>
  )
}
