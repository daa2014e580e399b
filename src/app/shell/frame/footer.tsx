import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { todayOf } from '@/shared/domain/time/today'
import { useIsFramed } from '@/kit/client-page/framed'
import { LanguageChoice } from '@/kit/client-page/language-choice'
import { linkTo } from '@/shared/lib/address'
import { useCompanySign } from '@/shared/hooks/company-sign'
import { useLanguage } from '@/shared/hooks/language/page-language'
import classes from './footer.module.css'
import { useFrameWords } from './words/frame-words'

/** Copyright, a note beside it, the language on public pages, and the legal pages, which open beside the work. */
export function Footer({ note }: { note?: ReactNode }) {
  const company = useCompanySign()
  const say = useFrameWords()
  const language = useLanguage()
  const isPublic = useIsFramed()
  const [today] = useState(() => todayOf(Date.now()))
  return (
    <footer className={classes.footer}>
      <span>
        © {today.slice(0, 4)} {company.name}
      </span>
      {note}
      {isPublic ? <LanguageChoice label={say('language')} language={language} /> : null}
      <nav className={classes.links} aria-label={say('legal')}>
        <Anchor href={linkTo('/privacy-policy')} target="_blank" rel="noopener">
          {say('privacy')}
        </Anchor>
        <Anchor href={linkTo('/terms')} target="_blank" rel="noopener">
          {say('terms')}
        </Anchor>
        <Anchor href={linkTo('/imprint')} target="_blank" rel="noopener">
          {say('imprint')}
        </Anchor>
      </nav>
    </footer>
  )
}
