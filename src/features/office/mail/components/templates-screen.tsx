import { Badge, Button, Group, Modal } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, flagFilter, searchFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { insertRow } from '@/kit/save/save-row'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { can } from '@/shared/domain/people/permission'
import { languageLabel, languages } from '@/shared/domain/texts/languages'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { useRights } from '@/shared/hooks/current-user'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { readTemplates, templatesKey, type Template } from '../api/templates.query'
import { kindLabel, mailKinds, sentWhen } from '../kinds'

const templateList = defineList({
  name: 'email-templates',
  one: 'template',
  many: 'templates',
  key: templatesKey,
  live: [{ page: 'email-templates', tables: ['email_templates'] }],
  filters: {
    q: searchFilter('Search templates', 'Name, subject'),
    kind: choiceFilter('About', mailKinds, 'Every kind'),
    language: choiceFilter(
      'Language',
      languages.filter(({ value }) => value !== 'en'),
      'English',
    ),
    off: flagFilter('Switched off'),
  },
  columns: [
    { name: 'name', label: 'Name', sort: 'name', text: (row: Template) => row.name },
    { name: 'kind', label: 'About', sort: 'kind', from: 'sm', text: (row) => kindLabel(row.kind) },
    {
      name: 'language',
      label: 'Language',
      sort: 'language',
      from: 'md',
      cell: (row) => languageLabel(row.language),
      csv: (row) => row.language,
    },
    { name: 'subject', label: 'Subject', from: 'lg', text: (row) => row.subject },
    { name: 'when', label: 'Sent', from: 'md', text: sentWhen },
    { name: 'version', label: 'Version', align: 'right', from: 'md', card: 'none', cell: (row) => row.version },
    {
      name: 'state',
      label: 'State',
      card: 'end',
      cell: (row) =>
        row.is_active ? (
          <Badge variant="light" color="green">
            In use
          </Badge>
        ) : (
          <Badge variant="light" color="gray">
            Off
          </Badge>
        ),
      csv: (row) => (row.is_active ? 'in use' : 'off'),
    },
    { name: 'changed', label: 'Changed', sort: 'updated_at', from: 'lg', day: (row) => row.updated_at },
  ],
  sort: { by: 'kind', down: false },
  all: readTemplates,
  matches: (row, filter) =>
    foldAccents(`${row.name} ${row.subject}`).includes(foldAccents(filter.q.trim())) &&
    (filter.kind === null || row.kind === filter.kind) &&
    row.language === (filter.language ?? 'en') &&
    (!filter.off || !row.is_active),
  sortValue: (row, by) =>
    by === 'kind'
      ? `${String(mailKinds.findIndex(({ value }) => value === row.kind)).padStart(2, '0')} ${row.name}`
      : String(Reflect.get(row, by) ?? ''),
})

/** /email-templates: the mails that the company sends (spec 1 §2.2). */
export function TemplatesScreen() {
  const rights = useRights()
  const adding = useDialog('new')
  return (
    <PageFrame
      title="Email Templates"
      width="full"
      actions={
        <Group gap="xs">
          <Button variant="default" component={Link} to={linkTo('/email-templates/demo')}>
            All with examples
          </Button>
          {can(rights, 'email-templates', 'create') ? (
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => adding.open()}>
              New template
            </Button>
          ) : null}
        </Group>
      }
    >
      <RecordList
        list={templateList}
        href={(row) => linkTo('/email-templates/edit/:id', { id: row.id })}
        empty={{ icon: <IconMail stroke={1.5} />, title: 'No templates yet' }}
      />
      <Modal opened={adding.isOpen} onClose={adding.close} title="New template">
        <NewTemplate onClose={adding.close} />
      </Modal>
    </PageFrame>
  )
}

const newFields = defineFields({
  kind: choice('About', mailKinds, { required: true, missing: 'Please choose what it is about' }),
  name: text('Name', { required: true, max: 100, help: 'Colleagues choose it by this name when they send a mail.' }),
})

function NewTemplate({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const form = useRecordForm({
    fields: newFields,
    name: 'new-email-template',
    isNew: true,
    stored: {},
    queryKey: templatesKey,
    save: async (values) => {
      const id = newId()
      await insertRow({
        table: 'email_templates',
        what: 'this template',
        values: {
          id,
          ...values,
          key: `own_${id.replaceAll('-', '')}`,
          subject: '{{ company }}',
          body: '<p>Hello {{ recipient }},</p><p>{{ note }}</p><p>Kind regards<br>{{ sender }}<br>{{ company }}</p>',
        },
      })
      return id
    },
    onSaved: (id) => navigate(linkTo('/email-templates/edit/:id', { id }), { replace: true }),
  })
  return <RecordForm form={form} isPlain autoFocus label="New template" submitLabel="Write it" onCancel={onClose} />
}
