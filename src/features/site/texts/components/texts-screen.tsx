import { Alert, Anchor, Badge, Button, Text } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, searchFilter } from '@/kit/list/filters'
import { RecordList } from '@/kit/list/record-list'
import { stateWords } from '@/kit/texts/field-languages'
import { useLiveTexts } from '@/kit/texts/own-texts-of'
import { ownTextsKey, textLanguagesQuery } from '@/kit/texts/own-texts.query'
import { TextDialog } from '@/kit/texts/text-dialog'
import { hasPermission, can, type Rights } from '@/shared/domain/people/permission'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { countText } from '@/shared/domain/text/formats'
import { htmlText } from '@/shared/domain/text/html-text'
import { languageLabel } from '@/shared/domain/texts/languages'
import { isTextSource, ownTextField, ownTexts, type TextState, writtenElsewhere } from '@/shared/domain/texts/own-texts'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { article } from '../../shared/article-field'
import { readTexts, textsQuery, type TextRow } from '../api/texts.query'
import { TextLanguages } from './text-languages'

const kinds: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ownTexts).map(([source, { label }]) => [source, label])),
  ...writtenElsewhere,
}
const kindOf = ({ source }: TextRow): string => kinds[source] ?? source
const fieldOf = ({ source, field }: TextRow): string => ownTextField(source, field)?.label ?? ''
const colours: Readonly<Record<TextState, string>> = { missing: 'red', outdated: 'yellow', written: 'green' }
/** Missing ones come first. */
const places: Readonly<Record<TextState, number>> = { missing: 0, outdated: 1, written: 2 }
const states = (['missing', 'outdated', 'written'] as const).map((value) => ({
  value,
  label: stateWords[value].replace(/^./, (letter) => letter.toUpperCase()),
}))

const shown = (row: TextRow, text: string | null): string =>
  (ownTextField(row.source, row.field)?.kind === 'rich' ? htmlText(text ?? '') : (text ?? '')).slice(0, 200)

const useLanguageChoices = () => {
  const { data } = useQuery(textLanguagesQuery)
  return (data?.others ?? []).map((value) => ({ value, label: languageLabel(value) }))
}

const textList = defineList({
  name: 'own-texts',
  one: 'text',
  many: 'texts',
  key: ownTextsKey,
  filters: {
    q: searchFilter('Search texts', 'Name, text'),
    kind: choiceFilter(
      'Kind',
      Object.entries(kinds).map(([value, label]) => ({ value, label })),
      'Every kind',
    ),
    language: choiceFilter('Language', useLanguageChoices, 'Every language'),
    state: choiceFilter('State', states, 'Every state'),
  },
  columns: [
    { name: 'name', label: 'Of', sort: 'name', text: (row: TextRow) => row.name },
    { name: 'kind', label: 'Kind', sort: 'kind', from: 'md', text: kindOf },
    { name: 'field', label: 'Text', from: 'sm', text: fieldOf },
    { name: 'original', label: 'Original', from: 'lg', text: (row) => shown(row, row.original) },
    { name: 'language', label: 'Language', sort: 'language', text: (row) => languageLabel(row.language) },
    {
      name: 'state',
      label: 'State',
      sort: 'state',
      card: 'end',
      cell: (row) => (
        <Badge variant="light" color={colours[row.state]}>
          {stateWords[row.state]}
        </Badge>
      ),
      csv: (row) => row.state,
    },
    { name: 'body', label: 'Translation', from: 'md', text: (row) => shown(row, row.body) },
  ],
  sort: { by: 'state', down: false },
  all: readTexts,
  matches: (row, filter) =>
    foldAccents(`${row.name} ${row.original} ${row.body ?? ''}`).includes(foldAccents(filter.q.trim())) &&
    (filter.kind === null || row.source === filter.kind) &&
    (filter.language === null || row.language === filter.language) &&
    (filter.state === null || row.state === filter.state),
  sortValue: (row, by) =>
    by === 'state'
      ? `${places[row.state]} ${row.source} ${row.name}`
      : by === 'kind'
        ? kindOf(row)
        : String(Reflect.get(row, by) ?? ''),
})

/** Whether a person writes the translations of a table: who changes its originals. The database decides. */
function mayWrite(rights: Rights, source: string): boolean {
  if (source === 'policy_texts' || source === 'website_metadata_settings') return rights.role === 'admin'
  if (source === 'booking_types') return hasPermission(rights, 'manage_bookings')
  if (source === 'site_texts' || source === 'blog_posts' || source === 'banners')
    return hasPermission(rights, 'manage_website')
  return can(rights, 'markup-demo', 'edit')
}

/** Where a text is written that has a row of its own for each language; null where the person may not. */
const elsewhere = (rights: Rights, row: TextRow): string | null =>
  row.source === 'email_templates'
    ? linkTo('/email-templates/edit/:id', { id: row.recordId })
    : row.source === 'quotation_terms' && rights.role === 'admin'
      ? `${linkTo('/settings/company')}#terms-heading`
      : null

/** /settings/texts: the company's own texts in the languages of its clients, missing ones first. */
export function TextsScreen() {
  const rights = useRights()
  const { data: languages } = useQuery(textLanguagesQuery)
  const { data: texts } = useQuery(textsQuery)
  const editing = useDialog('text')
  useLiveTexts()
  const opened = editing.isOpen ? texts?.find(({ id }) => id === editing.subject) : undefined
  return (
    <PageFrame
      title="Own texts"
      lead="What the company wrote itself and clients read: services, posts, terms. Where a translation is missing, clients read the original."
      width="full"
    >
      {languages ? <TextLanguages of={languages} /> : null}
      {languages === undefined || languages.others.length === 0 ? null : (
        <>
          <Summary texts={texts ?? []} />
          <RecordList
            list={textList}
            rowActions={(row) => {
              const href = elsewhere(rights, row)
              return href !== null ? (
                <Anchor size="sm" component={Link} to={href}>
                  Open
                </Anchor>
              ) : isTextSource(row.source) && mayWrite(rights, row.source) ? (
                <Button size="compact-sm" variant="default" onClick={() => editing.open(row.id)}>
                  {row.state === 'missing' ? 'Write' : 'Change'}
                </Button>
              ) : null
            }}
            empty={{ icon: <IconLanguage stroke={1.5} />, title: 'Nothing is written yet' }}
          />
        </>
      )}
      <TextDialog
        of={opened ? { ...opened, own: languages?.own ?? 'en' } : null}
        rich={article}
        onClose={editing.close}
      />
    </PageFrame>
  )
}

function Summary({ texts }: { texts: readonly TextRow[] }) {
  const count = (state: TextState) => texts.filter((row) => row.state === state).length
  const [missing, outdated] = [count('missing'), count('outdated')]
  if (texts.length === 0) return null
  return missing + outdated === 0 ? (
    <Alert color="green" mb="md">
      Every text is written in every language.
    </Alert>
  ) : (
    <Text mb="md">
      {`${countText(missing)} of ${countText(texts.length)} translations missing, ${countText(outdated)} outdated.`}
    </Text>
  )
}
