import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { LanguageChoice } from '@/kit/client-page/language-choice'
import { useIsFramed } from '@/kit/client-page/framed'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
import { useRecordTitle } from '@/shared/hooks/record-title'
import { RegistrationMark } from '@/shared/ui/page/registration-mark'
import classes from './auth-frame.module.css'
import { Brand } from './brand'

type AuthFrameProps = {
  title: string
  subtitle: ReactNode
  children: ReactNode
  /** Below the promise in the panel beside the form. It may come late: the promise keeps its place. */
  aside?: ReactNode
}

/** Everything before sign-in: one narrow form, and on a wide window a quiet panel beside it. */
export function AuthFrame({ title, subtitle, children, aside }: AuthFrameProps) {
  useRecordTitle(title)
  const say = useSay(authPart)
  const isOffered = useIsFramed()
  return (
    <div className={classes.frame}>
      <main className={classes.form}>
        <Brand />
        <div className={classes.column}>
          <Title order={1}>{title}</Title>
          <Text c="dimmed" mt={4} mb="lg" className={classes.subtitle}>
            {subtitle}
          </Text>
          {children}
          {isOffered ? (
            <div className={classes.language}>
              <LanguageChoice label={say('language')} language={say.language} />
            </div>
          ) : null}
        </div>
      </main>
      <aside className={classes.panel} aria-label={say('about')}>
        <div className={classes.mark} aria-hidden="true">
          <RegistrationMark size={420} />
        </div>
        <div className={classes.promise}>
          <Text className={classes.statement}>{say('statement')}</Text>
          <Text className={classes.detail}>{say('detail')}</Text>
        </div>
        {aside ? <div className={classes.aside}>{aside}</div> : null}
        <div className={classes.swatches} aria-hidden="true">
          <span />
          <span />
          <span />
          <span />
        </div>
      </aside>
    </div>
  )
}
