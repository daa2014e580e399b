import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { linkThreadQuery } from './link-thread.query'
import { Messages } from './messages'
import classes from './thread.module.css'

type ClientThreadProps = {
  link: string
  /** The key of the queries of the page. */
  queryKey: readonly unknown[]
  /** The signature of answers without a name. */
  company: string
  /** The way to ask more. */
  children?: ReactNode
}

/** The client's questions about a linked document and the office's answers; nothing without a question. */
export function ClientThread({ link, queryKey, company, children }: ClientThreadProps) {
  const { data: messages = [] } = useQuery(linkThreadQuery(link, queryKey))
  const { say, moment } = usePageWords()
  if (messages.length === 0) return null
  return (
    <section className={classes.thread} aria-label={say('questions')}>
      <h2>{say('questions')}</h2>
      <Messages
        messages={messages}
        reader="client"
        us={company}
        client={say('client')}
        sign={({ isWish, at }, name) => `${isWish ? say('wants_change', { name }) : name} · ${moment(at)}`}
      />
      {children}
    </section>
  )
}
