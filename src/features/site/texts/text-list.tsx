import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { defineList } from '@/kit/list/define-list'
import { choiceFilter, searchFilter } from '@/kit/list/filters'
import { stateWords } from '@/kit/texts/field-languages'
import { ownTextsKey, textLanguagesQuery } from '@/kit/texts/own-texts.query'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { htmlText } from '@/shared/domain/text/html-text'
import { languageLabel } from '@/shared/domain/texts/languages'
import { ownTextField, ownTexts, type TextState, writtenElsewhere } from '@/shared/domain/texts/own-texts'
import { readTexts, type TextRow } from './api/texts.query'

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

/** Every text of the company in each of its further languages, missing ones first. */
export const textList = defineList({
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
    {
      name: 'name',
      label: 'Text',
      sort: 'name',
      text: (row: TextRow) => [row.name, fieldOf(row)].filter(Boolean).join(': '),
    },
    { name: 'kind', label: 'Kind', sort: 'kind', from: 'md', text: kindOf },
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
      ? `${places[row.state]} ${Object.keys(kinds).indexOf(row.source)} ${row.name}`
      : by === 'kind'
        ? kindOf(row)
        : String(Reflect.get(row, by) ?? ''),
})
