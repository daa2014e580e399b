import { Badge, Grid, Group, Modal, Select, Stack, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLanguage, IconMail, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ActionButton } from '@/kit/form/action-button'
import { problemOfText } from '@/documents/mail/engine'
import type { MailVariable } from '@/documents/mail/words'
import { confirmRemoval } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { MailPreview } from '@/kit/mail/mail-preview'
import { type RecordAction, RecordPage, RecordState, RecordTabs } from '@/kit/record/record-page'
import { removeRow, saveVersioned } from '@/kit/save/save-row'
import { can } from '@/shared/domain/people/permission'
import { languageLabel } from '@/shared/domain/texts/languages'
import { linkTo } from '@/shared/lib/address'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { examplesQuery } from '../api/examples.query'
import { type Template, templateQuery, templatesKey, variablesQuery } from '../api/templates.query'
import { sendTestMail } from '../api/test-mail.mutation'
import { kindLabel, sentWhen } from '../kinds'
import { templateFields } from '../template-fields'
import { TranslateTemplate } from './translate-template'
import { TemplateVersions } from './template-versions'

const back = { label: 'Email templates', href: linkTo('/email-templates') }

/** /email-templates/edit/:id: the text of one mail with a preview (spec 1 §2.2). */
export function TemplateScreen({ id }: { id: string }) {
  const template = useQuery(templateQuery(id))
  useLive(templatesKey, [{ page: 'email-templates', tables: ['email_templates'] }])
  return (
    <RecordState of={template} what="template" back={back}>
      {(row) => <WithVariables key={row.id} row={row} />}
    </RecordState>
  )
}

function WithVariables({ row }: { row: Template }) {
  const variables = useQuery(variablesQuery(row.kind))
  if (variables.data) return <OpenTemplate row={row} variables={variables.data} />
  return (
    <PageFrame title={row.name} width="full">
      {variables.isError ? (
        <Problem onRetry={() => void variables.refetch()}>The variables could not be read</Problem>
      ) : (
        <LineSkeletons count={6} height={48} />
      )}
    </PageFrame>
  )
}

function OpenTemplate({ row, variables }: { row: Template; variables: readonly MailVariable[] }) {
  const { rights, email } = useCurrentUser()
  const navigate = useNavigate()
  const [example, setExample] = useState<string | null>(null)
  const examples = useQuery(examplesQuery(row.kind))
  const mayEdit = can(rights, 'email-templates', 'edit')
  const fields = useMemo(() => templateFields(variables), [variables])
  const names = useMemo(() => variables.map(({ name }) => name), [variables])
  const form = useRecordForm({
    fields,
    name: `email-template-${row.id}`,
    stored: row,
    queryKey: templatesKey,
    save: (values) => saveVersioned({ table: 'email_templates', what: 'this template', row, values }),
    check: ({ subject, body }) => ({
      ...problemAt('subject', problemOfText(subject, names)),
      ...problemAt('body', problemOfText(body, names)),
    }),
    onSaved: () => notifications.show({ message: 'The template is saved' }),
  })
  const { subject, body } = form.drafts
  const testing = useActMutation({
    mutationFn: () => sendTestMail({ templateId: row.id, subject, body, recordId: example }),
    onSuccess: () => notifications.show({ message: `A test is on its way to ${email}` }),
    onError: (error) => notifications.show({ color: 'red', title: 'Not sent', message: saveProblem(error) }),
  })
  const removing = useActMutation({
    mutationFn: () => removeRow({ table: 'email_templates', what: 'this template', id: row.id }),
    onSuccess: () => navigate(back.href),
    onError: (error) => notifications.show({ color: 'red', title: 'Not removed', message: saveProblem(error) }),
  })
  const translating = useDialog('translate')
  const translate: RecordAction[] = can(rights, 'email-templates', 'create')
    ? [
        {
          label: 'In another language',
          icon: <IconLanguage size={16} aria-hidden />,
          onClick: () => translating.open(),
        },
      ]
    : []
  const remove: RecordAction[] =
    row.created_by !== null && can(rights, 'email-templates', 'delete')
      ? [
          {
            label: 'Remove template',
            icon: <IconTrash size={16} aria-hidden />,
            isDangerous: true,
            onClick: () =>
              confirmRemoval({
                title: 'Remove this template?',
                text: 'Mails that were sent with it stay as they are.',
                confirm: 'Remove template',
                onConfirm: () => removing.mutate(),
              }),
          },
        ]
      : []
  return (
    <RecordPage
      title={row.name}
      kind={`${kindLabel(row.kind)}, ${languageLabel(row.language)}, sent ${sentWhen(row)}`}
      status={row.is_active ? <Badge color="green">In use</Badge> : <Badge color="gray">Off</Badge>}
      back={back}
      actions={[...translate, ...remove]}
      width="full"
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 6 }}>
          {mayEdit ? (
            <RecordForm form={form} label="Template" submitLabel="Save changes" />
          ) : (
            <Text c="dimmed">You may read this template and not change it.</Text>
          )}
          <RecordTabs
            tabs={[
              { name: 'variables', label: 'Variables', content: <Variables of={variables} /> },
              {
                name: 'versions',
                label: 'Versions',
                content: (
                  <TemplateVersions
                    row={row}
                    onRestore={
                      mayEdit
                        ? (version) => {
                            form.put('subject', version.subject)
                            form.put('body', version.body)
                          }
                        : null
                    }
                  />
                ),
              },
            ]}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <section className={page.panel} aria-label="Preview">
            <Stack gap="sm">
              <Title order={2} size="h4">
                Preview
              </Title>
              <Group align="end" gap="xs">
                <Select
                  label="Filled in with"
                  style={{ flex: '1 1 12rem' }}
                  placeholder="Examples"
                  clearable
                  searchable
                  data={(examples.data ?? []).map(({ id, label }) => ({ value: id, label }))}
                  value={example}
                  onChange={setExample}
                />
                {mayEdit ? (
                  <ActionButton
                    variant="default"
                    leftSection={<IconMail size={18} aria-hidden />}
                    loading={testing.isPending}
                    why={form.isWrong ? 'Mend the marked fields first.' : null}
                    onClick={() => testing.mutate()}
                  >
                    Send me a test
                  </ActionButton>
                ) : null}
              </Group>
              <MailPreview kind={row.kind} id={example} template={{ subject, body, language: row.language }} />
            </Stack>
          </section>
        </Grid.Col>
      </Grid>
      <Modal opened={translating.isOpen} onClose={translating.close} title="In another language">
        <TranslateTemplate row={row} onClose={translating.close} />
      </Modal>
    </RecordPage>
  )
}

const problemAt = <Name extends string>(name: Name, problem: string | null): Partial<Record<Name, string>> =>
  problem === null ? {} : ({ [name]: problem } as Record<Name, string>)

const Variables = ({ of: variables }: { of: readonly MailVariable[] }) => (
  <Table aria-label="Variables" verticalSpacing={4}>
    <Table.Tbody>
      {variables.map(({ name, label }) => (
        <Table.Tr key={name}>
          <Table.Td style={{ whiteSpace: 'nowrap' }}>
            <code>{`{{ ${name} }}`}</code>
          </Table.Td>
          <Table.Td>{label}</Table.Td>
        </Table.Tr>
      ))}
      <Table.Tr>
        <Table.Td>
          <code>{'{% if note != blank %} … {% endif %}'}</code>
        </Table.Td>
        <Table.Td>Text that is written only when a variable has a value</Table.Td>
      </Table.Tr>
    </Table.Tbody>
  </Table>
)
