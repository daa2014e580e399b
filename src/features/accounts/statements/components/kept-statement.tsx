import { Stack, Title } from '@mantine/core'
import { IconDownload, IconLink } from '@tabler/icons-react'
import { downloadPdf } from '@/documents/pdf/download'
import { statementPaper } from '@/documents/paper/delivery-papers'
import { PaperSheet } from '@/documents/paper/paper-sheet'
import { statementOf } from '@/documents/paper/read-accounts'
import { useLive } from '@/kit/live/use-live'
import { MailPanel, useMailAction } from '@/kit/mail/mail-panel'
import { PaperInLanguage } from '@/kit/record/paper-in-language'
import { Facts, type RecordAction, RecordPage } from '@/kit/record/record-page'
import { dayText } from '@/shared/domain/text/formats'
import { topics } from '@/shared/domain/records/nudge'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import classes from '../../shared/accounts.module.css'
import { markSent } from '../../shared/api/mark-sent.mutation'
import { accountsKey } from '../../shared/keys'
import { Story } from '../../shared/story'
import { copyLink, useAct } from '../../shared/use-act'
import type { KeptStatement } from '../api/statements.query'

/** A sent statement: the paper, its link, and whether the client opened it. */
export function KeptStatementPage({ row }: { row: KeptStatement }) {
  const rights = useRights()
  const { act } = useAct()
  useLive(accountsKey, [{ topic: topics.document(row.public_uuid) }, { page: 'statements' }])
  const paper = statementPaper(statementOf(row.account))
  const mayEdit = can(rights, 'statements', 'edit')
  const mail = useMailAction()
  const copy: RecordAction = {
    label: 'Copy client link',
    icon: <IconLink size={18} aria-hidden />,
    onClick: act(async () => {
      await copyLink(`/statements/${row.public_uuid}`)
      if (mayEdit) await markSent('statement', row.id)
    }),
  }
  const pdf: RecordAction = {
    label: 'PDF',
    icon: <IconDownload size={16} aria-hidden />,
    onClick: act(() => downloadPdf(paper)),
  }
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.statement_number}
      kind="Statement as it was made"
      primary={mayEdit ? mail : copy}
      actions={mayEdit ? [copy, pdf] : [pdf]}
      back={{ label: 'The account today', href: `/statements/${row.contact_id}` }}
      width="full"
    >
      <div className={classes.layout}>
        <div>
          <PaperInLanguage document={row.account}>
            {(account) => <PaperSheet paper={statementPaper(statementOf(account))} />}
          </PaperInLanguage>
        </div>
        <Stack gap="md" component="aside" aria-label="About this statement">
          <section className={page.panel}>
            <Facts
              of={{
                Client: (
                  <RecordLink kind="statement" id={row.contact_id}>
                    {row.account.client.company ?? row.account.client.name ?? 'The client'}
                  </RecordLink>
                ),
                Sent: row.sent_at ? dayText(row.sent_at) : 'Not yet',
                'First opened': row.first_viewed_at ? dayText(row.first_viewed_at) : 'Not yet',
              }}
            />
          </section>
          <MailPanel
            kind="statement"
            what="statement"
            id={row.id}
            page="statements"
            queryKey={accountsKey}
            maySend={mayEdit}
            isPrimary={mayEdit}
          />
          <section className={page.panel}>
            <Title order={2} size="h4" mb="xs">
              Story
            </Title>
            <Story kind="statement" id={row.id} currency={row.account.currency} />
          </section>
        </Stack>
      </div>
    </RecordPage>
  )
}
