import { Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Paper } from '@/documents/paper/paper'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { MailPanel } from '@/kit/mail/mail-panel'
import { PaperInLanguage } from '@/kit/record/paper-in-language'
import { Facts } from '@/kit/record/record-page'
import { TrailLink } from '@/kit/record/trail-link'
import type { Language } from '@/shared/domain/texts/languages'
import type { WithTexts } from '@/shared/domain/texts/papers/load'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import classes from './accounts.module.css'
import { accountsKey } from './keys'
import { Story } from './story'

type Written = WithTexts<{ language: Language; currency: string }>

type BilledBodyProps<Document extends Written> = {
  kind: 'invoice' | 'credit_note'
  id: string
  /** The query of the current paper. */
  read: { data: Document | null | undefined; isError: boolean; refetch: () => unknown }
  draw: (document: Document) => Paper
  client: { id: string; type: string; name: string | null; last_name: string | null; company: string | null } | null
  facts: Readonly<Record<string, ReactNode>>
  amounts: Readonly<Record<string, ReactNode>>
  isIssued: boolean
  maySend: boolean
  /** The page's primary action sends it by mail. */
  isMailPrimary?: boolean
  /** Panels between the facts and the mails. */
  children?: ReactNode
}

/** An invoice or a credit note as staff see it: its paper, and beside it the facts, the mails and the story. */
export function BilledBody<Document extends Written>(props: BilledBodyProps<Document>) {
  const { kind, id, read, draw, client, facts, amounts, isIssued, maySend, isMailPrimary = false, children } = props
  const what = kind === 'invoice' ? 'invoice' : 'credit note'
  return (
    <div className={classes.layout}>
      <div>
        {read.data ? (
          <PaperInLanguage document={read.data}>{(document) => <PaperSheet paper={draw(document)} />}</PaperInLanguage>
        ) : read.isError ? (
          <Problem onRetry={() => void read.refetch()}>The paper could not be read</Problem>
        ) : (
          <Skeleton height={640} />
        )}
      </div>
      <Stack gap="md" component="aside" aria-label={`About this ${what}`}>
        <section className={page.panel}>
          <Facts
            of={{
              Client: client && <ContactLink of={client} />,
              ...facts,
            }}
          />
          <Facts amounts of={amounts} />
          <TrailLink id={id} />
        </section>
        {children}
        {isIssued ? (
          <MailPanel
            kind={kind}
            what={what}
            id={id}
            page="invoices"
            queryKey={accountsKey}
            maySend={maySend}
            isPrimary={isMailPrimary}
          />
        ) : null}
        <section className={page.panel}>
          <Title order={2} size="h4" mb="xs">
            Story
          </Title>
          <Story kind={kind} id={id} currency={read.data?.currency} />
        </section>
      </Stack>
    </div>
  )
}
